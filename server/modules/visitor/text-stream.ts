import { setTimeout as wait } from 'node:timers/promises';

/** Words are collected this long before the next piece goes out, in milliseconds. */
const GATHER_MS = 40;

/** Passes words from the model to one reader. */
export function createTextStream() {
  let gathered = '';
  let isOver = false;
  let failure: { error: unknown } | null = null;
  let changed = Promise.withResolvers<void>();
  const notifyReader = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const end = () => {
    isOver = true;
    notifyReader();
  };

  /** Ends when everything was read; throws what the writer failed with, after the words that came before. */
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      if (gathered !== '') {
        const piece = gathered;
        gathered = '';
        yield piece;
        if (!isOver) await wait(GATHER_MS);
      } else if (isOver) {
        if (failure) throw failure.error;
        return;
      } else await changed.promise;
    }
  }

  return {
    push: (piece: string) => {
      gathered += piece;
      notifyReader();
    },
    end,
    fail: (error: unknown) => {
      failure = { error };
      end();
    },
    read,
  };
}
