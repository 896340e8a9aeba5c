import { useEffect, useState } from 'react';

/** How long to wait for the next key before asking the server. */
const PAUSE_MS = 200;

/** A text that is typed, once the person pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
