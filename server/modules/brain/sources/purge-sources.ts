import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { hideUnsentFiles, listOwnersOfRemoved, purgeSources } from '#db/queries/brain/remove-source.ts';
import { deleteAbandonedFiles } from '#db/queries/brain/source-files.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';

/** A removed source is kept this long, so that Undo can restore it. In milliseconds. */
const KEEP_REMOVED_MS = 60 * 60_000;
/**
 * In milliseconds. An upload takes four minutes at most; an older unfinished one was left behind by a process that
 * died.
 */
const ABANDONED_AFTER_MS = 60 * 60_000;
/** A file for a chat whose message was never sent is kept this long, in milliseconds. */
const UNSENT_MS = 7 * DAY_MS;

/** Permanently deletes removed sources with all they taught, abandoned uploads, and files that were never sent. */
export const createSourcePurge =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (): Promise<void> => {
    const now = (await clock.now()).getTime();
    await deleteAbandonedFiles(db, new Date(now - ABANDONED_AFTER_MS));
    await hideUnsentFiles(db, { addedBefore: new Date(now - UNSENT_MS), now: new Date(now) });
    const before = new Date(now - KEEP_REMOVED_MS);
    for (const userId of await listOwnersOfRemoved(db, before))
      await inTransaction(db, (trx) => purgeSources(trx, userId, before));
  };
