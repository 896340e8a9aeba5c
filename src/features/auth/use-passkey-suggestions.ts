import { useEffect, useRef } from 'react';
import { whenIdle } from '#src/lib/when-idle.ts';

/** Lets the browser offer passkeys among its suggestions. A new `round` begins anew; null is none. */
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
    const stopWaiting = whenIdle(() => void begin().catch(() => undefined));
    return () => {
      stopWaiting();
      stop.abort();
    };
  }, [round]);
}
