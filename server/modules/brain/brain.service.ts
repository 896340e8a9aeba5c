import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Log } from '#server/lib/log.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import { readBrainCommand } from './brain-command.ts';
import { createFactChanges } from './fact-changes.ts';
import { createFactLists } from './fact-lists.ts';
import { createKnowledgeOfConversation } from './knowledge-of-conversation.ts';
import { createLearning } from './learning.ts';
import { createCommandRunner } from './run-command.ts';
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
  const learning = createLearning(dependencies);
  const readTyped = createTypedFactReader({ ...dependencies, extract: learning.extract });
  const { db, clock } = dependencies;
  return {
    ...createFactLists(dependencies),
    ...createKnowledgeOfConversation(dependencies),
    ...createFactChanges(dependencies),
    /** Reads a message or a typed fact. A failure is retried; what is over the operator's budget is read tomorrow. */
    learn: async (payload: Payload<'learning'>, { signal }: { signal: AbortSignal }): Promise<void> => {
      const { userId } = payload;
      if ('sourceId' in payload) return;
      const isLearned =
        'factId' in payload
          ? await readTyped(userId, payload.factId, signal)
          : await learning.learn(userId, payload.questionId, signal);
      if (isLearned) return;
      const tomorrow = new Date(await clock.now());
      // Not all at the same moment.
      tomorrow.setUTCHours(24, randomInt(MAKE_UP_MINUTES), 0, 0);
      const key = 'factId' in payload ? payload.factId : payload.questionId;
      await schedule(db, 'learning', { key, payload, dueAt: tomorrow });
    },

    /** Whether a message asks for something to be remembered or forgotten. */
    isCommand: (message: string): boolean => readBrainCommand(message) !== null,
    runCommand: createCommandRunner({ ...dependencies, learning }),
  };
}
export type BrainService = ReturnType<typeof createBrainService>;
