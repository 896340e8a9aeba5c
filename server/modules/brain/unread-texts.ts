import type { Db } from '#db/client.ts';
import { dismissUnread, rereadUnread } from '#db/queries/jobs/postponed-learning.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  attempts: { count: (kind: 'read-again:person', subject: string) => Promise<void> };
};

/** What the owner does about messages and documents that the model couldn't read. */
export function createUnreadTexts({ db, clock, attempts }: Dependencies) {
  return {
    /** Schedules them to be read again. Limited to a few times an hour. */
    readAgain: async (userId: UserId): Promise<void> => {
      await attempts.count('read-again:person', userId);
      const now = await clock.now();
      await inTransaction(db, (trx) => rereadUnread(trx, userId, now));
    },

    /** The owner has seen them, and doesn't want them to be read. */
    dismissUnread: (userId: UserId): Promise<void> => inTransaction(db, (trx) => dismissUnread(trx, userId)),
  };
}
