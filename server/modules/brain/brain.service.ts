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
import { createModelTasks } from './model-task.ts';
import { createCommandRunner } from './run-command.ts';
import { createSummaries } from './summaries.ts';
import { createTypedFactReader } from './typed-facts.ts';

/** What was over the budget is made up for within this time after midnight (UTC). */
const MAKE_UP_MINUTES = 120;

type Dependencies = {
  db: Db;
  clock: Clock;
  model: ModelGateway;
  spending: SpendingService;
  isModelEnabled: boolean;
  log: Log;
};

/** What the team knows about each business: learned from messages, listed for its owner, and changed by them; and what conversations said before. */
export function createBrainService(dependencies: Dependencies) {
  const ask = createModelTasks(dependencies);
  const learning = createLearning({ ...dependencies, ask });
  const summarize = createSummaries({ ...dependencies, ask });
  const readTyped = createTypedFactReader({ ...dependencies, extract: learning.extract });
  const { db, clock } = dependencies;

  /** When what is over today's budget is made up for. */
  async function tomorrow(): Promise<Date> {
    const day = new Date(await clock.now());
    // Not all at the same moment.
    day.setUTCHours(24, randomInt(MAKE_UP_MINUTES), 0, 0);
    return day;
  }

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
      const key = 'factId' in payload ? payload.factId : payload.questionId;
      await schedule(db, 'learning', { key, payload, dueAt: await tomorrow() });
    },

    /** Brings the summary of a conversation up to date. A failure is retried; what is over the operator's budget is made up for tomorrow. */
    summarize: async (payload: Payload<'summary'>, { signal }: { signal: AbortSignal }): Promise<void> => {
      const { userId, conversationId } = payload;
      const result = await summarize(userId, conversationId, signal);
      if (result === 'done') return;
      const dueAt = result === 'more to do' ? await clock.now() : await tomorrow();
      await schedule(db, 'summary', { key: conversationId, payload, dueAt });
    },

    /** Whether a message asks for something to be remembered or forgotten. */
    isCommand: (message: string): boolean => readBrainCommand(message) !== null,
    runCommand: createCommandRunner({ ...dependencies, learning }),
  };
}
export type BrainService = ReturnType<typeof createBrainService>;
