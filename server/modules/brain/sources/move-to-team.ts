import type { Db } from '#db/client.ts';
import { announceSource } from '#db/queries/automations/automation-events.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { openToTeam } from '#db/queries/brain/source-files.ts';
import { startLearning } from '#db/queries/brain/source-passages.ts';
import { findSource } from '#db/queries/brain/sources.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { LEARNED_PASSAGES, scheduleLearning } from './learn-source.ts';

type Dependencies = { db: Db; clock: Clock; jobs: Pick<Jobs, 'kick'> };

/**
 * Moves a file from its chat to the Brain: the whole team has it from then on, and it is read for facts like any other.
 * A file that was added in private can't be moved.
 */
export function createMoveToTeam({ db, clock, jobs }: Dependencies) {
  return async (userId: UserId, id: string): Promise<void> => {
    const now = await clock.now();
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const source = await findSource(trx, userId, id);
      if (!source) throw new AppError('NOT_FOUND');
      if (source.isPrivate) throw new AppError('FILE_IS_PRIVATE');
      if (source.scope === 'team' || !(await openToTeam(trx, userId, id)) || source.readAt === null) return;
      await startLearning(trx, userId, id, LEARNED_PASSAGES);
      await scheduleLearning(trx, userId, id, now);
      await announceSource(trx, { userId, sourceId: id, now });
    });
    jobs.kick('learning');
  };
}
