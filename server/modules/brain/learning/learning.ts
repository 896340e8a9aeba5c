import { FACTS_MAX } from '#contract/brain/brain.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { addResolvedFacts } from '#db/queries/brain/add-facts.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import {
  finishLearning,
  findLearnableMessage,
  listRelatedFacts,
  postponeLearning,
  type LearnableMessage,
} from '#db/queries/brain/learning.ts';
import type { PreferenceOrigin } from '#db/queries/preferences/answer-preferences.ts';
import { readResolutionContext } from '#db/queries/brain/resolution-context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { leftToLearn } from '../commands/brain-command.ts';
import { toKnownFact } from '#server/prompts/found-facts.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { acceptPreferences, keepPreferences } from '../preferences/learned-preferences.ts';
import type { WantedPreference } from '../preferences/plan-change.ts';
import { acceptFacts, type ExtractedFact } from './extracted-facts.ts';
import { detectLanguage } from './detect-languages.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { resolveFacts, type FoundFact, type Placed } from '../placement/resolve-facts.ts';
import type { Embedder } from '../meaning/embedder.ts';

/** Known facts that are compared with what a message says. */
export const RELATED_MAX = 20;
/** What was said before is context: this much of it. */
export const BEFORE_CHARACTERS = 1_500;

/** What a text says that is kept, and the prompt that found it. */
export type Extraction = { facts: ExtractedFact[]; preferences: WantedPreference[]; prompt: string };
const NOTHING: Extraction = { facts: [], preferences: [], prompt: '' };

/** Where the preferences in a message are from. */
export const preferenceOrigin = (
  { assistantId, conversationId, askedAt }: Pick<LearnableMessage, 'assistantId' | 'conversationId' | 'askedAt'>,
  { prompt }: Pick<Extraction, 'prompt'>,
): PreferenceOrigin => ({ source: 'message', saidTo: assistantId, conversationId, setAt: askedAt, prompt });

/** Undoes what was learned from a message, because there is no room for all of it. */
class BrainIsFull extends Error {}

type Dependencies = {
  db: Db;
  clock: Clock;
  ask: ModelTasks;
  isModelEnabled: boolean;
  embedder: Pick<Embedder, 'embedLater'>;
};

/** Learns facts from what owners write to their teammates, once the answer has ended. */
export function createLearning({ db, clock, ask, isModelEnabled, embedder }: Dependencies) {
  /** Asks the model. Throws if it fails or its answer can't be read: that is never the same as having found nothing. */
  async function extract(
    userId: UserId,
    { question, before, timeZone, except }: ExtractionInput,
    signal: AbortSignal,
  ): Promise<Extraction | 'over budget'> {
    const related = await listRelatedFacts(db, userId, question, RELATED_MAX);
    const known = related.filter(({ id }) => id !== except);
    const message = {
      today: isoDayText(await clock.now(), timeZone),
      knownFacts: known.map(toKnownFact),
      teammateSaid: before.slice(-BEFORE_CHARACTERS),
      ownerSaid: question,
    };
    const found = await ask(userId, learnFromMessage, message, signal);
    if (found === null) return 'over budget';
    const prompt = promptVersion(learnFromMessage);
    const facts = found.facts.map((fact) => ({ ...fact, prompt }));
    return {
      facts: acceptFacts(facts, { ownerSaid: question, teammateSaid: before }),
      preferences: acceptPreferences(found.preferences, question),
      prompt,
    };
  }

  /** Prepares what was found in a message for `addAll`. Call this before the transaction. */
  async function fromMessage(found: readonly ExtractedFact[], message: SourceMessage): Promise<FoundFact[]> {
    const origin: FoundFact['origin'] = {
      state: 'confirmed',
      source: 'message',
      assistantId: message.assistantId,
      conversationId: message.conversationId,
      messageId: message.questionId,
      learnedAt: message.askedAt,
    };
    return Promise.all(found.map(async (fact) => ({ fact, language: await detectLanguage(fact.statement), origin })));
  }

  /**
   * Adds facts one after the other, each where it belongs among those that are known by then, unless one of them says
   * the same or the Brain is full; at most `room` of them. Returns what became of each, as far as there was room. One
   * statement reads and one writes, however many facts there are. Facts must be locked.
   */
  async function addAll(
    trx: Db,
    userId: UserId,
    found: readonly FoundFact[],
    { now, room = found.length }: { now: Date; room?: number },
  ): Promise<Placed[]> {
    if (found.length === 0 || room <= 0) return [];
    const texts = found.map(({ fact, language }) => ({ text: `${fact.subject} ${fact.statement}`, language }));
    const context = await readResolutionContext(trx, userId, texts, RELATED_MAX);
    const { placed, added, changes } = resolveFacts(found, context, room);
    if (added.length > 0) {
      await addResolvedFacts(trx, userId, added, { ...changes, now });
      await embedder.embedLater(trx, userId);
    }
    return placed;
  }

  return {
    extract,
    fromMessage,
    addAll,

    /**
     * Reads one message for facts. Returns false if the operator's budget for today is spent. Without room for all that it
     * says, it waits, and is read again after the owner's next change.
     */
    learn: async (userId: UserId, questionId: MessageId, signal: AbortSignal): Promise<boolean> => {
      const message = await findLearnableMessage(db, userId, questionId);
      if (!message) return true;
      if (message.liveFacts >= FACTS_MAX) {
        await postponeLearning(db, userId, questionId);
        return true;
      }
      const isWanted = !message.isUnwanted && isModelEnabled;
      const question = leftToLearn(message.question, message.commandNote !== null);
      const found = isWanted && question !== '' ? await extract(userId, { ...message, question }, signal) : NOTHING;
      if (found === 'over budget') return false;
      const facts = await fromMessage(found.facts, { ...message, questionId });
      const now = await clock.now();
      const learned = inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        if (!(await finishLearning(trx, userId, questionId))) return;
        await keepPreferences(trx, userId, questionId, found.preferences, { ...preferenceOrigin(message, found), now });
        const placed = await addAll(trx, userId, facts, { now });
        if (placed.some(({ outcome }) => outcome === 'full')) throw new BrainIsFull();
      });
      await learned.catch(async (error: unknown) => {
        if (!(error instanceof BrainIsFull)) throw error;
        await postponeLearning(db, userId, questionId);
      });
      return true;
    },
  };
}
export type Learning = ReturnType<typeof createLearning>;

/** A text of the owner, and what it is understood with. The fact `except` is not compared with it. */
type ExtractionInput = Pick<LearnableMessage, 'question' | 'before' | 'timeZone'> & { except?: FactId };
/** A message, and what it is understood with. */
export type SourceMessage = Omit<LearnableMessage, 'commandNote' | 'liveFacts'> & { questionId: MessageId };
