import { useEffect, useRef } from 'react';
import { whenUsed } from '#src/lib/lazy/when-used.ts';

/** Lets the browser offer passkeys among its suggestions while `isOn`. */
export function usePasskeySuggestions(isOn: boolean, onDone: () => void): void {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isOn) return;
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
  }, [isOn]);
}
