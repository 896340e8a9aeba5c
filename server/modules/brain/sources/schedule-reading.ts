import type { Db } from '#db/client.ts';
import type { SourceRow } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { QueueName } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';

/** Websites take minutes, so files don't wait in the same queue. */
export const readingQueueOf = (kind: SourceRow['kind']) =>
  (kind === 'file' ? 'file-reading' : 'website-reading') satisfies QueueName;

/**
 * Has a source read at `dueAt`, in place of an earlier time if it waits already. `slowDowns` says how often in a row
 * its website has asked us to slow down.
 */
export function scheduleReading(
  db: Db,
  userId: UserId,
  { id, kind }: Pick<SourceRow, 'id' | 'kind'>,
  dueAt: Date,
  slowDowns = 0,
): Promise<void> {
  const payload = { userId, sourceId: id, ...(slowDowns > 0 ? { slowDowns } : {}) };
  return schedule(db, readingQueueOf(kind), { key: id, payload, dueAt });
}
