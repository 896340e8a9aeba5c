import type { MessageId } from '#db/types.gen.ts';

/** Who waits in this process for an answer that another process writes. */
export function createSavedSignals() {
  const waiting = new Map<MessageId, Set<() => void>>();

  return {
    /** Resolves when the answer was saved somewhere, after `timeoutMs`, or when the reader leaves. */
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

    /** Wakes the readers of these answers, whose ids stand in one text with blanks between. */
    heard: (ids: string): void => {
      if (waiting.size === 0) return;
      for (const id of ids.split(' ')) for (const wake of waiting.get(id as MessageId) ?? []) wake(); // reason: ids that this product sent
    },
  };
}
export type SavedSignals = ReturnType<typeof createSavedSignals>;
