import { FACTS_MAX } from '#contract/brain/brain.ts';
import { isoDayText, isoWeekdayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { addResolvedFacts, saveChanges } from '#db/queries/brain/add-facts.ts';
import { endLoneConflicts } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import {
  finishLearning,
  findLearnableMessage,
  listRelatedFacts,
  type LearnableMessage,
} from '#db/queries/brain/learning.ts';
import { postponeLearning } from '#db/queries/jobs/postponed-learning.ts';
import type { PreferenceOrigin } from '#db/queries/preferences/answer-preferences.ts';
import { readResolutionContext } from '#db/queries/brain/resolution-context.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Run } from '#server/jobs/run-job.ts';
import type { Log } from '#server/lib/log.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { toKnownFact, type FoundFact } from '#server/prompts/found-facts.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { promptVersion, UnreadableAnswer } from '#server/prompts/model-task.ts';
import { businessInWords } from '#server/prompts/profile-block.ts';
import { isExecuted, leftToLearn } from '../commands/brain-command.ts';
import { acceptPreferences, keepPreferences } from '../preferences/learned-preferences.ts';
import type { WantedPreference } from '../preferences/plan-change.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { resolveFacts, type FoundFact as ResolvableFact, type Resolved } from '../resolution/resolve-facts.ts';
import { RELATED_MAX } from '../resolution/resolve-fact.ts';
import { afterUndo } from '../undo-versions.ts';
import { askForFacts, type CheckedExtraction } from './ask-for-facts.ts';
import { detectLanguage } from './detect-languages.ts';
import { acceptFacts, type ExtractedFact } from './extracted-facts.ts';
import { relativeDays } from './relative-days.ts';

/** Facts that one answer lists; if a message says more, they are asked for in parts. */
export const FACTS_PER_ANSWER = 20;

/** What is kept from a text by the owner, and the prompt that found it. */
export type MessageExtraction = CheckedExtraction<ExtractedFact> & { preferences: WantedPreference[]; prompt: string };
/** The results for a text with nothing to learn, and for one that the model can't read. */
export const NOTHING: MessageExtraction = {
  facts: [],
  isComplete: true,
  hasDropped: false,
  preferences: [],
  prompt: '',
};
export const UNREAD: MessageExtraction = { ...NOTHING, isComplete: false };

/** Where the preferences in a message are from. */
export const preferenceOrigin = (
  { assistantId, conversationId, askedAt }: Pick<LearnableMessage, 'assistantId' | 'conversationId' | 'askedAt'>,
  { prompt }: Pick<MessageExtraction, 'prompt'>,
): PreferenceOrigin => ({ source: 'message', saidTo: assistantId, conversationId, setAt: askedAt, prompt });

/** Undoes what was learned from a message, because there is no room for all of it. */
class BrainIsFull extends Error {}

type Dependencies = {
  db: Db;
  clock: Clock;
  ask: ModelTasks;
  isModelEnabled: boolean;
  embedder: Pick<Embedder, 'embedLater'>;
  log: Log;
};

/** Learns facts from what owners write to their teammates, once the answer has ended. */
export function createLearning({ db, clock, ask, isModelEnabled, embedder, log }: Dependencies) {
  /**
   * Asks the model. Throws if the call fails, or UnreadableAnswer if both attempts are unreadable: an unreadable answer
   * must never pass for an empty one.
   */
  async function extract(
    userId: UserId,
    { question, earlier, timeZone, askedAt, isToRemember = false, except, ...about }: ExtractionInput,
    signal: AbortSignal,
  ): Promise<MessageExtraction | 'over budget'> {
    const related = await listRelatedFacts(db, userId, question, RELATED_MAX);
    const { isShareable = false, ...business } = about;
    const said = isoDayText(askedAt, timeZone);
    const message = {
      today: isoWeekdayText(askedAt, timeZone),
      days: relativeDays(question, said),
      business: businessInWords(business),
      knownFacts: related.filter(({ id }) => id !== except).map(toKnownFact),
      earlier,
      ownerSaid: question,
      isToRemember,
    };
    const prompt = promptVersion(learnFromMessage);
    const context = earlier.map(({ text }) => text).join('\n');
    const source = { text: question, context, said, isToRemember, isShareable };
    const accept = (facts: readonly FoundFact[]) => {
      const { accepted, refused, hasDropped } = acceptFacts(facts, source);
      if (refused.length > 0)
        log.info({ event: 'facts refused', userId, count: refused.length }, 'facts that the message doesn’t state');
      return { accepted: accepted.map((fact) => ({ ...fact, prompt })), refused, hasDropped };
    };
    let preferences: WantedPreference[] = [];
    let hasLostPreference = false;
    const found = await askForFacts({
      ask: async (asked) => {
        const answer = await ask(userId, learnFromMessage, { ...message, ...asked }, signal);
        // When asked for the remaining facts, a model may list the preferences again.
        if (answer !== null && preferences.length === 0 && answer.preferences.length > 0) {
          preferences = acceptPreferences(answer.preferences, question);
          hasLostPreference = preferences.length < answer.preferences.length;
        }
        return answer;
      },
      accept,
      statementOf: ({ statement }) => statement,
      factsMax: FACTS_PER_ANSWER,
    });
    if (found === 'over budget') return found;
    return { ...found, hasDropped: found.hasDropped || hasLostPreference, preferences, prompt };
  }

  /**
   * Prepares what was found in a message for `addAll`. Call this before the transaction. `isConfirmed`: its owner asked
   * for it to be remembered.
   */
  async function fromMessage(
    found: readonly ExtractedFact[],
    message: Pick<SourceMessage, 'assistantId' | 'conversationId' | 'questionId' | 'askedAt'>,
    { isConfirmed = false }: { isConfirmed?: boolean } = {},
  ): Promise<ResolvableFact[]> {
    const { assistantId, conversationId, questionId: messageId, askedAt: learnedAt } = message;
    const said = { assistantId, conversationId, messageId, learnedAt, confirmedAt: isConfirmed ? learnedAt : null };
    const origin: ResolvableFact['origin'] = { state: 'confirmed', source: 'message', ...said };
    return Promise.all(found.map(async (fact) => ({ fact, language: await detectLanguage(fact.statement), origin })));
  }

  /**
   * Resolves facts one after the other against those that are known by then, and adds them unless one of them says the
   * same or the Brain is full; at most `room` of them. Returns the outcomes up to where room ran out. One SQL
   * statement reads and one writes, however many facts there are. Facts must be locked.
   */
  async function addAll(
    trx: Db,
    userId: UserId,
    found: readonly ResolvableFact[],
    { now, room = found.length }: { now: Date; room?: number },
  ): Promise<Resolved[]> {
    if (found.length === 0 || room <= 0) return [];
    const texts = found.map(({ fact, language }) => ({
      text: `${fact.subject} ${fact.statement}`,
      language,
      relatedTo: fact.relatedTo,
    }));
    const context = await readResolutionContext(trx, userId, texts, RELATED_MAX);
    const { resolved, added, changes } = resolveFacts(found, context, room);
    if (added.length > 0) {
      await addResolvedFacts(trx, userId, added, { ...changes, now });
      await embedder.embedLater(trx, userId);
    } else if (changes.changed.length > 0) await saveChanges(trx, userId, changes, now);
    if (changes.hasLeftConflict) await endLoneConflicts(trx, userId);
    return resolved;
  }

  /**
   * What a message says. It isn't complete if the model can't read it, or fails for the last time; `error` is that
   * failure.
   */
  async function read(
    userId: UserId,
    message: ExtractionInput,
    { signal, isLastTry }: Pick<Run, 'signal' | 'isLastTry'>,
  ): Promise<{ found: MessageExtraction | 'over budget'; error?: unknown }> {
    if (message.question === '') return { found: NOTHING };
    try {
      return { found: await extract(userId, message, signal) };
    } catch (error) {
      if (error instanceof UnreadableAnswer) return { found: UNREAD };
      if (isLastTry && !signal.aborted) return { found: UNREAD, error };
      throw error;
    }
  }

  return {
    extract,
    fromMessage,
    addAll,

    /**
     * Reads one message for facts. Returns false if the operator's budget for today is spent. Without room for all that
     * it says, it waits, and is read again after the owner's next change. If the model can't read it, its owner is
     * shown that.
     */
    learn: async (userId: UserId, questionId: MessageId, run: Pick<Run, 'signal' | 'isLastTry'>): Promise<boolean> => {
      const message = await findLearnableMessage(db, userId, questionId);
      if (!message) return true;
      // Even if nothing can be learned from its new wording, what an edited message said before isn't so anymore.
      const change = (work: (trx: Db) => Promise<void>) =>
        afterUndo(db, { ...message, userId, questionId }, work, run.signal);
      const postpone = () => change((trx) => postponeLearning(trx, userId, questionId));
      const isWanted = message.unwanted === null && isModelEnabled;
      if (message.liveFacts >= FACTS_MAX && isWanted) {
        await postpone();
        return true;
      }
      const wasExecuted = isExecuted(message.commandNote, message.actions);
      const left = isWanted ? leftToLearn(message.question, wasExecuted, message.orders) : { question: '' };
      const { found, error } = await read(userId, { ...message, ...left }, run);
      if (found === 'over budget') return false;
      const facts = await fromMessage(found.facts, { ...message, questionId });
      const now = await clock.now();
      const learned = change(async (trx) => {
        if (!(await finishLearning(trx, userId, questionId, found.isComplete ? 'done' : 'unread'))) return;
        await keepPreferences(trx, userId, questionId, found.preferences, { ...preferenceOrigin(message, found), now });
        const resolved = await addAll(trx, userId, facts, { now });
        if (resolved.some(({ outcome }) => outcome === 'full')) throw new BrainIsFull();
      });
      await learned.catch(async (failure: unknown) => {
        if (!(failure instanceof BrainIsFull)) throw failure;
        await postpone();
      });
      if (error !== undefined) throw error;
      return true;
    },
  };
}
export type Learning = ReturnType<typeof createLearning>;

/**
 * A text by the owner, with the context to understand it. The fact `except` isn't compared with it. `isShareable`: the
 * team may use the secrets in it.
 */
type ExtractionInput = Pick<
  LearnableMessage,
  'question' | 'earlier' | 'timeZone' | 'askedAt' | 'businessName' | 'businessType' | 'businessTypeText'
> & { isToRemember?: boolean; isShareable?: boolean; except?: FactId };
/** A message, and what it is understood with. */
export type SourceMessage = Omit<LearnableMessage, 'commandNote' | 'actions' | 'orders' | 'liveFacts' | 'isVersion'> & {
  questionId: MessageId;
};
