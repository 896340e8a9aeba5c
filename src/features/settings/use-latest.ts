import { useState } from 'react';

/** The value, or the last defined one: a dialog keeps its text while it closes. */
export function useLatest<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
