import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import {
  changeFacts,
  describeFact,
  endLoneConflicts,
  lockFacts,
  supersedeFacts,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { UnreadableAnswer } from '#server/prompts/model-task.ts';
import { replacedByTyped } from '../placement/place-fact.ts';
import type { Extraction } from './ask-for-facts.ts';
import { detectLanguage } from './detect-languages.ts';
import type { ExtractedFact } from './extracted-facts.ts';
import { RELATED_MAX, type Learning } from './learning.ts';
import { asDialog, isOneFact } from './typed-answers.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);
const NOTHING: Extraction<ExtractedFact> = { facts: [], isComplete: false };

type Dependencies = { db: Db; clock: Clock; learning: Pick<Learning, 'extract' | 'addAll'> };

/**
 * Reads what an owner typed on the Brain page: what it is about in short, and which facts it takes the place of. If it
 * says several things, each becomes a fact of its own, which waits for the owner's yes.
 */
export function createTypedFactReader({ db, clock, learning }: Dependencies) {
  async function describe(
    trx: Db,
    userId: UserId,
    fact: FactRow,
    { subject, attribute, value, quantity, unit, question, ...found }: ExtractedFact,
  ): Promise<void> {
    const { validFrom, validUntil, prompt } = found;
    const figures = { value, quantity: quantity === null ? null : String(quantity), unit };
    const about = { subject, attribute, question, validFrom, validUntil, prompt };
    await describeFact(trx, userId, { id: fact.id, ...figures, ...about });
    const known = await listRelatedFacts(trx, userId, `${subject} ${fact.statement}`, RELATED_MAX);
    const older = known.filter((other) => other.number < fact.number);
    const stated = { ...found, subject, value, kind: fact.kind };
    const replaced = replacedByTyped(stated, older);
    const ids = replaced.map((other) => other.id);
    await supersedeFacts(trx, userId, ids, fact.id);
    if (replaced.some(({ isPinned }) => isPinned)) await changeFacts(trx, userId, [fact.id], { isPinned: true });
    await endLoneConflicts(trx, userId);
  }

  /** The parts take the place of what was typed, unless there is no room for all of them. */
  async function split(trx: Db, userId: UserId, fact: FactRow, parts: Parts): Promise<void> {
    await changeFacts(trx, userId, [fact.id], { state: 'superseded', conflictId: null });
    const origin = {
      state: 'suggested' as const,
      source: 'typed' as const,
      splitFrom: fact.id,
      assistantId: null,
      conversationId: null,
      messageId: null,
      learnedAt: fact.learnedAt,
    };
    const found = parts.map((part) => ({ ...part, origin }));
    const placed = await learning.addAll(trx, userId, found, { now: await clock.now() });
    const [first] = placed.flatMap((one) => (one.outcome === 'full' ? [] : [one.factId]));
    if (first === undefined) await changeFacts(trx, userId, [fact.id], { state: 'confirmed' });
    else await supersedeFacts(trx, userId, [fact.id], first);
    await endLoneConflicts(trx, userId);
  }

  /** Returns false if the operator's budget for today is spent. What the model can't read stays as it was typed. */
  return async (userId: UserId, id: FactId, { signal }: Pick<Run, 'signal'>): Promise<boolean> => {
    const [fact] = await findFacts(db, userId, [id]);
    if (!fact || fact.source !== 'typed' || !isLive(fact)) return true;
    const profile = await getProfile(db, userId);
    const typed = asDialog(fact.statement, fact.question);
    const input = { ...profile, ...typed, askedAt: fact.learnedAt, isToRemember: true, except: id };
    const found = await learning.extract(userId, input, signal).catch((error: unknown) => {
      if (error instanceof UnreadableAnswer) return NOTHING;
      throw error;
    });
    if (found === 'over budget') return false;
    const { facts } = found;
    const [first] = facts;
    if (!first) return true;
    const isWhole = isOneFact(typed, facts);
    // What couldn't be read of it would be lost.
    if (!isWhole && !found.isComplete) return true;
    const parts = await Promise.all(
      facts.map(async (part) => ({ fact: part, language: await detectLanguage(part.statement) })),
    );
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const [current] = await findFacts(trx, userId, [id]);
      if (!current || !isLive(current)) return;
      await (isWhole ? describe(trx, userId, current, first) : split(trx, userId, current, parts));
    });
    return true;
  };
}
type Parts = { fact: ExtractedFact; language: string }[];
