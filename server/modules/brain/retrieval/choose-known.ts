import { LIMITS } from '#contract/billing/limits.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import type { Known, OfferedExcerpt, OfferedFact, OfferedPassage } from '#db/queries/brain/retrieval.ts';
import type { Offered } from '#db/queries/chat/turns.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

/**
 * Facts and passages an assistant is given, in characters: about 2,500 tokens of English. Facts take at most half of
 * it, and suggestions get the rest of that half.
 */
const KNOWN_CHARACTERS = 10_000;
const PASSAGES_MAX = 8;

/** What an assistant is given. An excerpt's number is its place among those that its turn was offered, from 1. */
export type Given = Pick<Known, 'facts' | 'suggestions' | 'passages'> & {
  excerpts: (Omit<OfferedExcerpt, 'said'> & { number: number })[];
};

/**
 * Offered texts as a prompt may have them. A file that came with the question is part of this conversation, and a fact
 * may hold what its owner said is okay to share.
 */
const withoutSecrets = {
  fact: (fact: OfferedFact): OfferedFact =>
    fact.isShareable ? fact : { ...fact, statement: leaveOutSecrets(fact.statement) },
  passage: (passage: OfferedPassage): OfferedPassage =>
    passage.isAttached ? passage : { ...passage, text: leaveOutSecrets(passage.text) },
  excerpt: ({ said, ...excerpt }: OfferedExcerpt) => ({ ...excerpt, text: leaveOutSecrets(excerpt.text, said) }),
};

/** The first texts that are not longer than `max` together. */
function takeUpTo<T>(items: readonly T[], lengthOf: (item: T) => number, max: number): T[] {
  let left = max;
  return items.filter((item) => {
    left -= lengthOf(item);
    return left >= 0;
  });
}

const factLength = ({ statement }: OfferedFact) => statement.length;
const passageLength = ({ text }: OfferedPassage) => text.length;

/** A fact never comes without those it is in conflict with. */
function takeFacts(facts: readonly OfferedFact[], max: number): OfferedFact[] {
  const first = takeUpTo(facts, factLength, max);
  const conflicting = new Set(first.flatMap((fact) => fact.conflictsWith));
  return facts.filter((fact) => first.includes(fact) || conflicting.has(fact.number));
}

/**
 * What an assistant is given of what fits a question, the best first, bounded; and what is recorded as offered: that, and what the same
 * answer was given `before`. What is in sources over the plan's storage isn't used, nor what was found in them, unless the owner has
 * confirmed it.
 */
export function chooseKnown(
  known: Known,
  { tier }: { tier: Tier },
  before: Partial<Offered> = {},
): { given: Given; offered: Offered } {
  const { storageBytes } = LIMITS[tier];
  const charactersOf = (some: readonly OfferedFact[]) => some.reduce((sum, fact) => sum + factLength(fact), 0);
  const facts = takeFacts(known.facts, KNOWN_CHARACTERS / 2);
  const inPlan = known.suggestions.filter(({ storageUpTo }) => (storageUpTo ?? 0) <= storageBytes);
  const suggestions = takeFacts(inPlan, KNOWN_CHARACTERS / 2 - charactersOf(facts));
  const left = KNOWN_CHARACTERS - charactersOf([...facts, ...suggestions]);
  const usable = known.passages.filter(({ storageUpTo }) => storageUpTo <= storageBytes);
  const passages = takeUpTo(usable.slice(0, PASSAGES_MAX), passageLength, left);
  const union = (earlier: readonly string[] = [], now: readonly { id: string }[]) => [
    ...new Set([...earlier, ...now.map(({ id }) => id)]),
  ];
  const offered = {
    offeredFacts: union(before.offeredFacts, [...facts, ...suggestions]),
    offeredPassages: union(before.offeredPassages, passages),
    offeredMessages: union(before.offeredMessages, known.excerpts),
  };
  const excerpts = known.excerpts.map((excerpt) => ({
    ...withoutSecrets.excerpt(excerpt),
    number: offered.offeredMessages.indexOf(excerpt.id) + 1,
  }));
  const given = {
    facts: facts.map(withoutSecrets.fact),
    suggestions: suggestions.map(withoutSecrets.fact),
    passages: passages.map(withoutSecrets.passage),
    excerpts,
  };
  return { given, offered };
}
