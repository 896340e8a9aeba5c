import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/** What a fact says, and how that relates to a known one. */
type Statement = Pick<
  ExtractedFact,
  'kind' | 'subject' | 'value' | 'statement' | 'validFrom' | 'validUntil' | 'relation' | 'relatedTo'
>;
/** What was just stated, and when. The owner said it in a chat, or else a document or page says it. */
type Stated = Statement & { saidAt: Date; isSaid: boolean };
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

const plain = (text: string) => trimEnd(text.toLowerCase().replaceAll(/[^\p{L}\p{N}%$€£.,]+/gu, ' '), /[.,\s]/).trim();

/** Two figures for the same thing. Words may both be true: "Never say cheap" and "Never say artisanal". */
export const sayDifferently = (fact: Valued, known: Valued): boolean =>
  fact.kind === known.kind &&
  plain(fact.subject) === plain(known.subject) &&
  /\d/.test(fact.value) &&
  /\d/.test(known.value) &&
  plain(fact.value) !== plain(known.value);

type Dated = Pick<Stated, 'validFrom' | 'validUntil'>;
/** A fact for a while leaves alone what is always true, and the other way around. */
export const isForSameTime = (fact: Dated, known: Dated): boolean =>
  (fact.validFrom === null) === (known.validFrom === null) &&
  (fact.validUntil === null) === (known.validUntil === null);

/** Whether only a document, page or automation says so: the owner hasn't confirmed it. */
export const isOnlyRead = ({ source, confirmedAt }: Pick<RelatedFact, 'source' | 'confirmedAt'>): boolean =>
  (source === 'file' || source === 'page' || source === 'automation') && confirmedAt === null;

const isMeant = (fact: Statement, { number }: RelatedFact) => number === fact.relatedTo;
const isSame = (fact: Statement, known: RelatedFact) =>
  !sayDifferently(fact, known) &&
  (plain(known.statement) === plain(fact.statement) || (fact.relation === 'same' && isMeant(fact, known)));
const isOther = (fact: Statement, known: RelatedFact) =>
  isForSameTime(fact, known) &&
  (sayDifferently(fact, known) ||
    ((fact.relation === 'replaces' || fact.relation === 'contradicts') && isMeant(fact, known)));

/**
 * Places a fact from a message, document or page among those that are known. What the owner said in a chat takes the
 * place of what they said in a chat before, and of a document that says the same. What they typed or confirmed is
 * theirs to change: a message that differs is a conflict. A document or page never replaces a fact: if it differs,
 * that's a conflict, which only the owner sees if it differs from their word. Decisions 028, 030 and 044 give the
 * reasons.
 */
export function placeFact(fact: Stated, known: readonly RelatedFact[]): Placement {
  const same = known.filter((other) => isSame(fact, other));
  const [ofOwner] = same.filter((other) => !isOnlyRead(other));
  if (ofOwner) return { ...NEW, sameAs: ofOwner.id };
  if (!fact.isSaid && same[0]) return { ...NEW, sameAs: same[0].id };
  const direct = known.filter((other) => isOther(fact, other));
  const directOfOwner = direct.filter((other) => !isOnlyRead(other));
  // A fact that conflicts with one side of a conflict joins the whole conflict, unless that side is only a suggestion.
  const withConflictsOf = (some: readonly RelatedFact[]) => {
    const conflicts = new Set(some.flatMap((other) => (isOnlyRead(other) ? [] : (other.conflictId ?? []))));
    return known.filter((other) => some.includes(other) || conflicts.has(other.conflictId ?? ''));
  };
  // A suggestion joins at most one conflict, or it would link facts of the owner that don't differ.
  if (!fact.isSaid) {
    const rivals = withConflictsOf(directOfOwner.length > 0 ? directOfOwner.slice(0, 1) : direct);
    return { ...NEW, conflictsWith: rivals.map(({ id }) => id) };
  }
  const others = withConflictsOf(direct);
  const said = others.filter(({ source }) => source === 'message');
  const newer = said.find(({ learnedAt }) => learnedAt > fact.saidAt);
  if (newer) return { ...NEW, supersededBy: newer.id };
  const replaced = new Set([...said, ...same].map(({ id }) => id));
  return {
    ...NEW,
    replaces: [...replaced],
    conflictsWith: others.filter(({ id }) => !replaced.has(id)).map(({ id }) => id),
  };
}

/** The facts whose place a fact takes that the owner has just typed. */
export function replacedByTyped(fact: Statement, known: readonly RelatedFact[]): RelatedFact[] {
  return known.filter((other) => isSame(fact, other) || isOther(fact, other));
}
