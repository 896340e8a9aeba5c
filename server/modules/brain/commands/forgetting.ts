import { CANDIDATES_MAX, type MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetWithParts } from '#db/queries/brain/change-facts.ts';
import { countLiveFacts } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { findFactsByNumber, type NamedFact } from '#db/queries/chat/turn-memory.ts';
import type { UserId } from '#db/types.gen.ts';
import { findMeant } from './meant-fact.ts';

/** What is to be forgotten: facts by their numbers, or else in words. */
export type ForgetOrder = {
  numbers: readonly number[];
  words: string;
  /** The words are a whole statement, which has to agree with the fact. */
  isStatement: boolean;
  isEverything: boolean;
};
/** What comes of an order. Facts that are `forgotten` still have to be. */
export type ForgetDecision = { action: MemoryAction; forgotten: readonly NamedFact[]; note: string };

const idsOf = (facts: readonly { id: string }[]) => facts.map(({ id }) => id);
const quoted = (facts: readonly { statement: string }[]) => facts.map(({ statement }) => `“${statement}”`).join(', ');

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
 * Decides what an order to forget comes to. One fact is forgotten; if there are several, or it isn't sure, the owner is
 * asked, unless they have just been shown these as the `candidates`. Everything is always asked.
 */
export async function decideForget(
  db: Db,
  userId: UserId,
  order: ForgetOrder,
  candidates: readonly CandidateFact[],
): Promise<ForgetDecision> {
  const none = {
    action: { kind: 'refused', reason: 'no-such-fact' } as const, // reason: the literals are the union's tags
    forgotten: [],
    note: 'Nothing was forgotten: the Brain has no such fact.',
  };
  if (order.isEverything) {
    const count = await countLiveFacts(db, userId);
    if (count === 0) return none;
    return {
      action: { kind: 'everything', count, step: 'asked' },
      forgotten: [],
      note: `Nothing was forgotten yet: the owner now has buttons that forget all ${count} facts or keep them. Ask whether they are sure, in one sentence.`,
    };
  }
  const { facts, isSure } = await findNamed(db, userId, order);
  const shown = facts.slice(0, CANDIDATES_MAX);
  if (shown.length === 0) return none;
  const wereAsked = shown.every(({ id }) => candidates.some((candidate) => candidate.id === id));
  if (isSure && facts.length === shown.length && (shown.length === 1 || wereAsked))
    return {
      action: { kind: 'forgotten', factIds: idsOf(shown) },
      forgotten: shown,
      note: `Forgotten: ${shown.map(({ statement }) => statement).join(' ')} The owner sees a button that undoes it.`,
    };
  return {
    action: { kind: 'choose', factIds: idsOf(shown), isSettled: false },
    forgotten: [],
    note: `Nothing was forgotten yet: the owner now has a button for each of these. Ask which one is meant, in one sentence: ${quoted(shown)}`,
  };
}

/** Forgets facts and their parts, and ends the conflicts that they leave alone. Facts must be locked. */
export async function forgetNamed(
  trx: Db,
  userId: UserId,
  facts: readonly { id: string; conflictId: string | null }[],
): Promise<void> {
  await forgetWithParts(trx, userId, idsOf(facts));
  if (facts.some(({ conflictId }) => conflictId !== null)) await endLoneConflicts(trx, userId);
}
