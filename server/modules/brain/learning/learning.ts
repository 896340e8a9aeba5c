import { randomUUID } from 'node:crypto';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { addFacts, lockFacts, type NewFact } from '#db/queries/brain/change-facts.ts';
import { countLiveFacts, type FactId } from '#db/queries/brain/facts.ts';
import {
  finishLearning,
  findLearnableMessage,
  listRelatedFacts,
  postponeLearning,
  type LearnableMessage,
} from '#db/queries/brain/learning.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { LEARNING_PROMPT } from '#server/content/prompts/learning-prompt.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { writeLearningRequest } from '#server/lib/text/learning-request.ts';
import { applyPlacement } from '../placement/apply-placement.ts';
import { leftToLearn } from '../commands/brain-command.ts';
import { acceptFacts, factsSchema, type AcceptedFact } from './extracted-facts.ts';
import { withLanguages } from './detect-languages.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { placeFact } from '../placement/place-fact.ts';
import type { Embedder } from '../meaning/embedder.ts';

/** Known facts that are compared with what a message says. */
export const RELATED_MAX = 20;
/** Of an answer: room for the most facts of one message. Usually it is far shorter. */
const TOKENS = { expectedTokens: 300, maxTokens: 4_000 };
/** What was said before is context: this much of it. */
const BEFORE_CHARACTERS = 1_500;

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
  ): Promise<AcceptedFact[] | 'over budget'> {
    const related = await listRelatedFacts(db, userId, question, RELATED_MAX);
    const known = related.filter(({ id }) => id !== except);
    const content = writeLearningRequest({
      today: isoDayText(await clock.now(), timeZone),
      knownFacts: known.map(({ number, kind, subject, statement }) => ({ number, kind, subject, statement })),
      teammateSaid: before.slice(-BEFORE_CHARACTERS),
      ownerSaid: question,
    });
    const task = { instructions: LEARNING_PROMPT, content, schema: factsSchema, ...TOKENS };
    const found = await ask(userId, task, signal);
    if (found === null) return 'over budget';
    return withLanguages(acceptFacts(found.facts, { ownerSaid: question, teammateSaid: before }));
  }

  /** Adds one fact where it belongs among those that are known by now, unless one of them says the same or there are too many. */
  async function add(
    trx: Db,
    userId: UserId,
    fact: AcceptedFact,
    origin: Omit<NewFact, keyof Content>,
  ): Promise<{ added?: FactId; known?: FactId }> {
    const known = await listRelatedFacts(trx, userId, `${fact.subject} ${fact.statement}`, RELATED_MAX);
    const stated = { ...fact, saidAt: origin.learnedAt, isSaid: origin.source === 'message' };
    const placement = placeFact(stated, known);
    if (placement.sameAs !== null) return { known: placement.sameAs };
    const { kind, subject, value, statement, quote, question, validFrom, validUntil, language } = fact;
    const content: Content = { kind, subject, value, statement, quote, question, validFrom, validUntil, language };
    if ((await addFacts(trx, userId, [{ ...origin, ...content }], FACTS_MAX)) === null) return {};
    await embedder.embedLater(trx, userId);
    await applyPlacement(trx, userId, origin.id, placement, { known, now: await clock.now() });
    return { added: origin.id };
  }

  /** Adds all that was found. Facts must be locked. */
  async function addAll(
    trx: Db,
    userId: UserId,
    found: readonly AcceptedFact[],
    message: SourceMessage,
  ): Promise<Placed> {
    const placed: Placed = { added: [], known: [], isFull: false };
    for (const fact of found) {
      const { added, known } = await add(trx, userId, fact, {
        id: randomUUID(),
        state: 'confirmed',
        source: 'message',
        assistantId: message.assistantId,
        conversationId: message.conversationId,
        messageId: message.questionId,
        learnedAt: message.askedAt,
      });
      if (added) placed.added.push(added);
      if (known) placed.known.push(known);
      if (!added && !known) placed.isFull = true;
    }
    return placed;
  }

  return {
    extract,
    add,
    addAll,

    /**
     * Reads one message for facts. Returns false if the operator's budget for today is spent. Without room for all that it
     * says, it waits, and is read again after the owner's next change.
     */
    learn: async (userId: UserId, questionId: MessageId, signal: AbortSignal): Promise<boolean> => {
      const message = await findLearnableMessage(db, userId, questionId);
      if (!message) return true;
      if ((await countLiveFacts(db, userId)) >= FACTS_MAX) {
        await postponeLearning(db, userId, questionId);
        return true;
      }
      const isWanted = !message.isUnwanted && isModelEnabled;
      const question = leftToLearn(message.question, message.commandNote !== null);
      const found = isWanted && question !== '' ? await extract(userId, { ...message, question }, signal) : [];
      if (found === 'over budget') return false;
      const learned = inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        if (!(await finishLearning(trx, userId, questionId))) return;
        const { isFull } = await addAll(trx, userId, found, { ...message, questionId });
        if (isFull) throw new BrainIsFull();
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
export type SourceMessage = Omit<LearnableMessage, 'commandNote'> & { questionId: MessageId };
/** The facts that were added, those that said the same before, and whether there was no room for others. */
export type Placed = { added: FactId[]; known: FactId[]; isFull: boolean };
type Content = Pick<
  NewFact,
  'kind' | 'subject' | 'value' | 'statement' | 'quote' | 'question' | 'validFrom' | 'validUntil' | 'language'
>;
