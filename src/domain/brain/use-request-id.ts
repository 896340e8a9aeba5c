import { useRef } from 'react';
import { randomId } from '#src/lib/random-id.ts';

/**
 * The id under which something is added. Until `renew`, the same text keeps its id, so that a retry after a lost answer adds it once; a
 * changed text gets another one, since the first may have been added.
 */
export function useRequestId() {
  const last = useRef<{ text: string; id: string }>(null);
  return {
    idOf: (text: string): string => {
      if (last.current?.text !== text) last.current = { text, id: randomId() };
      return last.current.id;
    },
    /** It has been added: the same text once more is a new request. */
    renew: (): void => {
      last.current = null;
    },
  };
}
