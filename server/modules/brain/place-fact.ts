import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import type { ExtractedFact } from './extracted-facts.ts';

/** What the owner has just stated, and when. */
type Stated = ExtractedFact & { saidAt: Date };
type Valued = Pick<RelatedFact, 'kind' | 'subject' | 'value'>;

/**
 * What becomes of a stated fact: the fact that says the same already, and then it isn't added; which facts it replaces, and with which it disagrees; and the newer fact that has its
 * place already, because an older message can be read later.
 */
export type Placement = {
  sameAs: FactId | null;
  replaces: FactId[];
  conflictsWith: FactId[];
  supersededBy: FactId | null;
};
const NEW: Placement = { sameAs: null, replaces: [], conflictsWith: [], supersededBy: null };

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%$€£.,]+/gu, ' ')
    .replace(/[.,\s]+$/, '')
    .trim();

/** Two figures for the same thing. Words may both be true: "Never say cheap" and "Never say artisanal". */
export const sayDifferently = (fact: Valued, known: Valued): boolean =>
  fact.kind === known.kind &&
  plain(fact.subject) === plain(known.subject) &&
  /\d/.test(fact.value) &&
  /\d/.test(known.value) &&
  plain(fact.value) !== plain(known.value);

/** A fact for a while leaves alone what is always true, and the other way around. */
const isForSameTime = (fact: Pick<Stated, 'validFrom' | 'validUntil'>, known: RelatedFact) =>
  (fact.validFrom === null) === (known.validFrom === null) &&
  (fact.validUntil === null) === (known.validUntil === null);

const isMeant = (fact: Stated, { number }: RelatedFact) => number === fact.relatedTo;
const isSame = (fact: Stated, known: RelatedFact) =>
  !sayDifferently(fact, known) &&
  (plain(known.statement) === plain(fact.statement) || (fact.relation === 'same' && isMeant(fact, known)));
const isOther = (fact: Stated, known: RelatedFact) =>
  isForSameTime(fact, known) &&
  (sayDifferently(fact, known) ||
    ((fact.relation === 'replaces' || fact.relation === 'contradicts') && isMeant(fact, known)));

/**
 * Places a fact from a message among those that are known. What the owner said in a chat takes the place of what they said in a chat
 * before. What they typed on the Brain page is theirs to change: a message that differs is a conflict. Decision 028 gives the reasons.
 */
export function placeFact(fact: Stated, known: readonly RelatedFact[]): Placement {
  const same = known.find((other) => isSame(fact, other));
  if (same) return { ...NEW, sameAs: same.id };
  const direct = known.filter((other) => isOther(fact, other));
  // Who disagrees with one side of a conflict has to do with its other sides, too.
  const conflicts = new Set(direct.flatMap(({ conflictId }) => conflictId ?? []));
  const others = known.filter(
    ({ id, conflictId }) => conflicts.has(conflictId ?? '') || direct.some((one) => one.id === id),
  );
  const said = others.filter(({ source }) => source === 'message');
  const newer = said.find(({ learnedAt }) => learnedAt > fact.saidAt);
  if (newer) return { ...NEW, supersededBy: newer.id };
  return {
    ...NEW,
    replaces: said.map(({ id }) => id),
    conflictsWith: others.filter(({ source }) => source !== 'message').map(({ id }) => id),
  };
}

/** The facts whose place a fact takes that the owner has just typed. */
export function replacedByTyped(fact: Stated, known: readonly RelatedFact[]): RelatedFact[] {
  return known.filter((other) => isSame(fact, other) || isOther(fact, other));
}
