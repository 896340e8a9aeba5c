import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import type { Log } from '#server/lib/log.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { createDatedFacts } from './resolution/dated-facts.ts';
import { inventedFigures } from './learning/invented-figures.ts';
import { chooseFound, chooseKnown } from './retrieval/choose-known.ts';
import { createFactChanges } from './fact-changes.ts';
import { createFactLists } from './fact-lists.ts';
import { createFactsOfSource } from './facts-of-source.ts';
import { createKnowledgeOfConversation } from './knowledge-of-conversation.ts';
import { createLearning } from './learning/learning.ts';
import type { Embedder } from './meaning/embedder.ts';
import { createMeaning } from './meaning/fit-by-meaning.ts';
import { createSourceLearning, learningKey } from './sources/learn-source.ts';
import { createFileSummaries } from './sources/summarize-file.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { nextDay } from './next-day.ts';
import { createMemoryToolRunner } from './commands/run-memory-tools.ts';
import { createCommandRunner, readCommand } from './commands/run-command.ts';
import { createMemorySettler } from './commands/settle-memory.ts';
import { createSummaries } from './summaries.ts';
import { createFactSuggester } from './suggest-fact.ts';
import { createUnreadTexts } from './unread-texts.ts';
import { createTypedFactReader } from './learning/typed-facts.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  ask: ModelTasks;
  isModelEnabled: boolean;
  log: Log;
  embeddings: EmbeddingsGateway | null;
  embedder: Embedder;
  searches: SearchQueue;
  attempts: { count: (kind: 'read-again:person', subject: string) => Promise<void> };
};

/** What the team knows about each business: learned from messages, listed for its owner, and changed by them; and what conversations said before. */
export function createBrainService(dependencies: Dependencies) {
  const learning = createLearning(dependencies);
  const summarize = createSummaries(dependencies);
  const summarizeFile = createFileSummaries(dependencies);
  const learnSource = createSourceLearning({ ...dependencies, learning });
  const readTyped = createTypedFactReader({ ...dependencies, learning });
  const applyDates = createDatedFacts(dependencies);
  const changes = createFactChanges(dependencies);
  const { db, clock } = dependencies;

  return {
    ...createFactLists(dependencies),
    ...createFactsOfSource(dependencies),
    ...createKnowledgeOfConversation(dependencies),
    ...changes,
    ...createUnreadTexts(dependencies),
    suggest: createFactSuggester(dependencies),
    /**
     * Reads a message, a typed fact or passages of a source. Retries on failure. If a budget is used up for today, it's
     * read tomorrow.
     */
    learn: async (payload: Payload<'learning'>, run: Run): Promise<void> => {
      const { userId } = payload;
      const isLearned =
        'sourceId' in payload
          ? await learnSource(payload, run)
          : 'factId' in payload
            ? await readTyped(userId, payload.factId, run)
            : await learning.learn(userId, payload.questionId, run);
      if (isLearned) return;
      const key =
        'sourceId' in payload ? learningKey(payload) : 'factId' in payload ? payload.factId : payload.questionId;
      await schedule(db, 'learning', { key, payload, dueAt: nextDay(await clock.now()) });
    },

    /**
     * Updates the summary of a conversation, or of a file in one. Failures are retried. If the operator's budget is
     * spent, it waits until tomorrow.
     */
    summarize: async (payload: Payload<'summary'>, { signal }: { signal: AbortSignal }): Promise<void> => {
      const { userId } = payload;
      const isFile = 'sourceId' in payload;
      const result = isFile
        ? await summarizeFile(userId, payload.sourceId, signal)
        : await summarize(userId, payload.conversationId, signal);
      if (result === 'done') return;
      const dueAt = result === 'more to do' ? await clock.now() : nextDay(await clock.now());
      await schedule(db, 'summary', { key: isFile ? payload.sourceId : payload.conversationId, payload, dueAt });
    },

    /** Resolves every user's facts that begin or end today. */
    applyDates: (_: object, { signal }: { signal: AbortSignal }): Promise<void> => applyDates(signal),

    embed: dependencies.embedder.embed,
    fitByMeaning: createMeaning(dependencies),
    chooseKnown,
    /** The figures in a text that don't follow from these texts. */
    inventedFigures,
    chooseFound,
    /**
     * Whether a message asks to remember or forget something, or says which of the candidates is meant.
     */
    isCommand: (message: string, candidates: readonly CandidateFact[]): boolean =>
      readCommand(message, candidates) !== null,
    runCommand: createCommandRunner({ ...dependencies, learning }),
    runMemoryTools: createMemoryToolRunner({ ...dependencies, learning }),
    settleMemory: createMemorySettler({ ...dependencies, learning }),
  };
}
export type BrainService = ReturnType<typeof createBrainService>;
