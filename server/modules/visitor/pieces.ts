import { setTimeout as wait } from 'node:timers/promises';

/** Words are gathered this long before the next piece goes out, in milliseconds. */
const GATHER_MS = 40;

/** Words on their way from the model to one reader. */
export function createPieces() {
  let gathered = '';
  let isOver = false;
  let failure: { error: unknown } | null = null;
  let wake = Promise.withResolvers<void>();
  const stir = () => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const end = () => {
    isOver = true;
    stir();
  };

  /** Ends when all was said; throws what the writing failed with, after what was said before. */
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
      } else await wake.promise;
    }
  }

  return {
    push: (piece: string) => {
      gathered += piece;
      stir();
    },
    end,
    fail: (error: unknown) => {
      failure = { error };
      end();
    },
    read,
  };
}
