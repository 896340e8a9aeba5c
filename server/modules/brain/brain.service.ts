import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Log } from '#server/lib/log.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import { createFactChanges } from './fact-changes.ts';
import { createFactLists } from './fact-lists.ts';
import { createLearning } from './learning.ts';
import { createCommandObeyer } from './obey-command.ts';
import { createTypedFactReader } from './typed-facts.ts';

/** What was over the budget is read within this time after midnight (UTC). */
const MAKE_UP_MINUTES = 120;

type Dependencies = {
  db: Db;
  clock: Clock;
  model: ModelGateway;
  spending: SpendingService;
  isModelEnabled: boolean;
  log: Log;
};

/** What the team knows about each business: learned from messages, listed for its owner, and changed by them. */
export function createBrainService(dependencies: Dependencies) {
  const changes = createFactChanges(dependencies);
  const { extract, learn, learnFrom } = createLearning(dependencies);
  const readTyped = createTypedFactReader({ ...dependencies, extract });
  const { db, clock } = dependencies;
  const { forget } = changes;
  return {
    ...createFactLists(dependencies),
    ...changes,
    /** Reads a message or a typed fact. A failure is retried; what is over the operator's budget is read tomorrow. */
    learn: async (payload: Payload<'learning'>, { signal }: { signal: AbortSignal }): Promise<void> => {
      const { userId } = payload;
      const isRead =
        'factId' in payload
          ? await readTyped(userId, payload.factId, signal)
          : await learn(userId, payload.questionId, signal);
      if (isRead) return;
      const tomorrow = new Date(await clock.now());
      // Not all at the same moment.
      tomorrow.setUTCHours(24, randomInt(MAKE_UP_MINUTES), 0, 0);
      const key = 'factId' in payload ? payload.factId : payload.questionId;
      await schedule(db, 'learning', { key, payload, dueAt: tomorrow });
    },

    obey: createCommandObeyer({ ...dependencies, learnFrom, forget }),
  };
}
export type BrainService = ReturnType<typeof createBrainService>;
