import { CANDIDATES_MAX, type MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import { countLiveFacts } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { findFactsByNumber, findHighestNumber, type NamedFact } from '#db/queries/chat/turn-memory.ts';
import type { UserId } from '#db/types.gen.ts';
import { finishChange, forgetFully } from '../forget-fully.ts';
import { findMeant } from './meant-fact.ts';

/** What is to be forgotten: facts by their numbers, or else in words. */
export type ForgetOrder = {
  numbers: readonly number[];
  words: string;
  /** The words are a full statement, which has to match the fact. */
  isStatement: boolean;
  isEverything: boolean;
  /** The words aren't the owner's, so the numbers may not be the facts they meant. */
  isUnsaid?: boolean;
};
/** The outcome of an order to forget. The caller still has to forget the facts in `forgotten`. */
export type ForgetDecision = { action: MemoryAction; forgotten: readonly NamedFact[]; note: string };

const idsOf = (facts: readonly { id: string }[]) => facts.map(({ id }) => id);
const quoted = (facts: readonly { statement: string }[]) => facts.map(({ statement }) => `“${statement}”`).join(', ');

const NO_SUCH_FACT: ForgetDecision = {
  action: { kind: 'refused', reason: 'no-such-fact' },
  forgotten: [],
  note: 'Nothing was forgotten: the Brain has no such fact.',
};
const describeForgotten = (facts: readonly NamedFact[]): ForgetDecision => ({
  action: { kind: 'forgotten', factIds: idsOf(facts) },
  forgotten: facts,
  note: `Forgotten: ${facts.map(({ statement }) => statement).join(' ')} The owner sees a button that undoes it.`,
});

async function findNamed(
  db: Db,
  userId: UserId,
  { numbers, words, isStatement }: ForgetOrder,
): Promise<{ facts: NamedFact[]; isSure: boolean }> {
  const byNumber = await findFactsByNumber(db, userId, numbers);
  const inOrder = numbers.flatMap((number) => byNumber.find((fact) => fact.number === number) ?? []);
  if (inOrder.length > 0 || words.trim() === '') return { facts: inOrder, isSure: true };
  const related = await listRelatedFacts(db, userId, words, CANDIDATES_MAX);
  const { meant, similar } = findMeant(words, related, { isStatement });
  return meant.length > 0 ? { facts: meant, isSure: true } : { facts: similar, isSure: false };
}

/**
 * Decides how to handle an order to forget. A single clear match is forgotten. If there are several, or the match is
 * unclear, the owner is asked, unless these were the `candidates` just shown. Forgetting everything always asks first.
 */
export async function decideForget(
  db: Db,
  userId: UserId,
  order: ForgetOrder,
  candidates: readonly CandidateFact[],
): Promise<ForgetDecision> {
  if (order.isEverything) {
    const [count, upTo] = await Promise.all([countLiveFacts(db, userId), findHighestNumber(db, userId)]);
    if (count === 0) return NO_SUCH_FACT;
    return {
      action: { kind: 'everything', count, upTo, step: 'asked' },
      forgotten: [],
      note: `Nothing was forgotten yet: the owner now has buttons that forget all ${count} facts or keep them. Ask whether they are sure, in one sentence.`,
    };
  }
  const { facts, isSure } = await findNamed(db, userId, order);
  const shown = facts.slice(0, CANDIDATES_MAX);
  if (shown.length === 0) return NO_SUCH_FACT;
  const wereAsked = shown.every(({ id }) => candidates.some((candidate) => candidate.id === id));
  if (isSure && facts.length === shown.length && (wereAsked || (shown.length === 1 && order.isUnsaid !== true)))
    return describeForgotten(shown);
  return {
    action: { kind: 'choose', factIds: idsOf(shown), isSettled: false },
    forgotten: [],
    note: `Nothing was forgotten yet: the owner now has a button for each of these. Ask which one is meant, in one sentence: ${quoted(shown)}`,
  };
}

/** Executes the decision for the facts that are still live. Returns the outcome. Facts must be locked. */
export async function executeForget(
  trx: Db,
  userId: UserId,
  decision: ForgetDecision,
  now: Date,
): Promise<ForgetDecision> {
  const { forgotten } = decision;
  if (forgotten.length === 0) return decision;
  const numbers = forgotten.map(({ number }) => number);
  const live = await findFactsByNumber(trx, userId, numbers);
  if (live.length === 0) return NO_SUCH_FACT;
  await forgetNamed(trx, userId, live, now);
  return live.length === forgotten.length ? decision : describeForgotten(live);
}

/** Forgets the facts an order names, if any, the same way the Brain page does. Facts must be locked. */
export async function forgetNamed(trx: Db, userId: UserId, facts: readonly { id: string }[], now: Date): Promise<void> {
  if (facts.length === 0) return;
  await forgetFully(trx, userId, idsOf(facts), now);
  await finishChange(trx, userId, now);
}
