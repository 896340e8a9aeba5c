import { useRef } from 'react';
import { randomId } from '#src/lib/random-id.ts';

/**
 * The id under which something is added. The same text keeps its id, so that a retry after a lost answer adds it once; a changed text gets
 * another one, since the first may have been added.
 */
export function useRequestId(): (text: string) => string {
  const last = useRef({ text: '', id: '' });
  return (text) => {
    if (last.current.id === '' || last.current.text !== text) last.current = { text, id: randomId() };
    return last.current.id;
  };
}
