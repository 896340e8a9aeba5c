import { useEffect, useRef } from 'react';
import { whenUsed } from '#src/lib/lazy/when-used.ts';

/** Lets the browser offer passkeys among its suggestions. A new `round` starts over; null turns them off. */
export function usePasskeySuggestions(round: number | null, onDone: () => void): void {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (round === null) return;
    const stop = new AbortController();
    const begin = async () => {
      const { suggestPasskeys } = await import('./suggest-passkeys.ts');
      if (!stop.signal.aborted) suggestPasskeys(stop.signal, () => done.current());
    };
    const stopWaiting = whenUsed(() => void begin().catch(() => undefined));
    return () => {
      stopWaiting();
      stop.abort();
    };
  }, [round]);
}
