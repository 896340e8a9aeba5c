import type { Db } from '#db/client.ts';
import { changeSource, type SourceId } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Progress } from '#server/gateways/documents/reading.ts';

/** How often progress is saved, in milliseconds. */
const EVERY_MS = 1_000;

type ProgressWriter = {
  /** Aborts when the source is removed while it is read. */
  removed: AbortSignal;
  write: (progress: Progress) => void;
  end: () => Promise<void>;
};

/** Saves how far the reading of a source is, and notices when the source has been removed. */
export function createProgressWriter(db: Db, userId: UserId, sourceId: SourceId): ProgressWriter {
  const removed = new AbortController();
  let latest: Progress | null = null;
  let saving: Promise<void> = Promise.resolve();

  async function save(): Promise<void> {
    const progress = latest;
    latest = null;
    const change = progress ? { unit: progress.unit, units: progress.of, unitsDone: progress.done } : {};
    const isThere = await changeSource(db, userId, sourceId, { step: 'read', ...change }, ['reading']);
    if (!isThere) removed.abort(new Error('the source was removed'));
  }

  const timer = setInterval(() => {
    // A failure to save progress is no reason to stop; whatever is wrong with the database shows when reading has ended.
    saving = saving.then(save).catch(() => undefined);
  }, EVERY_MS);
  return {
    removed: removed.signal,
    write: (progress) => {
      latest = progress;
    },
    end: async () => {
      clearInterval(timer);
      await saving;
    },
  };
}
