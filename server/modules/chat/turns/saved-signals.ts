import type { MessageId } from '#db/types.gen.ts';

/** Readers in this process that wait for an answer written by another process. */
export function createSavedSignals() {
  const waiting = new Map<string, Set<() => void>>();

  return {
    /** Resolves when any process has saved the answer, after `timeoutMs`, or when the reader leaves. */
    next: (answerId: MessageId, timeoutMs: number, signal: AbortSignal): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const readers = waiting.get(answerId) ?? new Set();
      waiting.set(answerId, readers.add(resolve));
      const timer = setTimeout(resolve, timeoutMs);
      const leave = () => resolve();
      signal.addEventListener('abort', leave);
      if (signal.aborted) resolve();
      return promise.finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        readers.delete(resolve);
        if (readers.size === 0 && waiting.get(answerId) === readers) waiting.delete(answerId);
      });
    },

    /** Notifies the readers of these answers, whose ids arrive in one text, separated by spaces. */
    onSaved: (ids: string): void => {
      if (waiting.size === 0) return;
      for (const id of ids.split(' ')) for (const notify of waiting.get(id) ?? []) notify();
    },
  };
}
export type SavedSignals = ReturnType<typeof createSavedSignals>;
