import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { compareFacts, hasSameFigure, type FactRelation, type Stated as Said } from './fact-topic.ts';
import { plainText, tokensOf, wordsIn } from './topic-tokens.ts';

/** How many known facts a new one is compared with. */
export const RELATED_MAX = 20;

/**
 * What was just stated, by whom, and when. The owner said or typed it, or else a document or page says it. `messageId`,
 * `passageId` and `splitFrom` say where; facts from one message, typed answer or part of a document never replace each
 * other.
 */
export type StatedFact = Said &
  Pick<ExtractedFact, 'relation' | 'relatedTo'> & {
    statedAt: Date;
    isOwners: boolean;
    messageId: string | null;
    sourceId: string | null;
    passageId: string | null;
    splitFrom: string | null;
  };

/**
 * Where a new statement goes: the fact it duplicates (then nothing is added), the facts that it withdraws (then nothing
 * is added either), the facts that it replaces or conflicts with, or the newer fact that already supersedes it, because
 * an older message can be read later.
 */
export type Resolution = {
  sameAs: FactId | null;
  withdraws: FactId[];
  replaces: FactId[];
  conflictsWith: FactId[];
  supersededBy: FactId | null;
};
const NEW: Resolution = { sameAs: null, withdraws: [], replaces: [], conflictsWith: [], supersededBy: null };

/** Whether only a document, page or automation says so: the owner hasn't confirmed it. */
export const isUnconfirmedFromSource = ({
  source,
  confirmedAt,
}: Pick<RelatedFact, 'source' | 'confirmedAt'>): boolean =>
  (source === 'file' || source === 'page' || source === 'automation') && confirmedAt === null;

/** Words that add to a list instead of changing it: "We also accept checks". */
const ADDS =
  /(?<!\p{L})(?:also|too|as well|additionally|another|auch|ausserdem|zusatzlich|tambien|ademas|otr[ao]|aussi|egalement|en plus)(?!\p{L})/u;
/** Properties that can have several values at a time, as long as they are words. */
const LISTS = /^#(?:accepted|color)$|^(?:avoid|languag|ingredient|allergen|servic|brand|flavor|us)$/;

/** A new value beside the one that is known: "cash and cards", and "checks from schools". */
const isAddition = (fact: Said) =>
  ADDS.test(plainText(fact.statement)) ||
  (!/\d/.test(fact.value) && tokensOf(fact.attribute, { withShortDays: false }).some((token) => LISTS.test(token)));

const normalizeWords = (text: string) => wordsIn(plainText(text)).join(' ');
const hasFigures = ({ value, quantity }: Pick<Said, 'value' | 'quantity'>) => quantity !== null || /\d/.test(value);

/**
 * If both facts are open at the same end, one may follow the other, unless the model says otherwise.
 */
const mayFollow = (fact: Said, known: Said) =>
  (fact.validFrom === null && known.validFrom === null) || (fact.validUntil === null && known.validUntil === null);

const isPointedAt = (fact: StatedFact, { number }: RelatedFact) => fact.relation !== 'new' && number === fact.relatedTo;

function isSame(fact: StatedFact, known: RelatedFact, { topic, days, value }: FactRelation): boolean {
  if (days !== 'same') return false;
  if (normalizeWords(fact.statement) === normalizeWords(known.statement)) return value !== 'incomparable';
  if (fact.relation !== 'new' && fact.relation !== 'same') return false;
  if (topic === 'same' && value === 'equal') return true;
  const isPlausible = topic !== 'other' && value !== 'incomparable';
  if (fact.relation !== 'same' || !isPointedAt(fact, known) || !isPlausible) return false;
  return value !== 'different' || !(hasFigures(fact) || hasFigures(known));
}

/**
 * Whether they can't both be true. The model's verdict counts if plausible; without one, the names must be the same.
 */
function isRival(fact: StatedFact, known: RelatedFact, { topic, days, value }: FactRelation): boolean {
  if (topic === 'other' || days === 'apart' || value === 'incomparable') return false;
  if (isPointedAt(fact, known) && fact.relation !== 'withdraws') return true;
  const isSameTime = days === 'same' || !mayFollow(fact, known);
  return topic === 'same' && value === 'different' && isSameTime && !isAddition(fact);
}

/** Whether both are from the same message, the same typed answer, or the same part of a document. */
const areSiblings = (fact: StatedFact, known: RelatedFact) =>
  (fact.messageId !== null && fact.messageId === known.messageId) ||
  (fact.passageId !== null && fact.passageId === known.passageId) ||
  (fact.splitFrom !== null && fact.splitFrom === known.splitFrom);

/** Whether it comes from an earlier version of the same document, which its owner has replaced. */
const isFromVersionBefore = (fact: StatedFact, known: RelatedFact) =>
  fact.sourceId !== null && fact.sourceId === known.sourceId && known.passageId === null;

/** When the owner said, typed or confirmed it. */
const ownedSince = ({ learnedAt, confirmedAt }: RelatedFact) => confirmedAt ?? learnedAt;

/** The owner's facts that disagree, and all facts in conflict with them. */
function withConflictsOf(some: readonly RelatedFact[], known: readonly RelatedFact[]): RelatedFact[] {
  const conflicts = new Set(some.flatMap((other) => (isUnconfirmedFromSource(other) ? [] : (other.conflictId ?? []))));
  return known.filter((other) => some.includes(other) || conflicts.has(other.conflictId ?? ''));
}

/**
 * Resolves a fact from a message, document or page against those that are known. Two facts disagree only about the same
 * property of the same thing on the same days. The owner's newest statement counts, whether said, typed or confirmed:
 * it replaces older ones, and what documents say. A document or page replaces only what an earlier version of it
 * said. If it differs from anything else, that's a conflict. If it differs from the owner's word, only they see it.
 * Decision 061 gives the reasons.
 */
export function resolveFact(fact: StatedFact, known: readonly RelatedFact[]): Resolution {
  const compared = known.map((other) => ({ other, relation: compareFacts(fact, other) }));
  const others = compared.filter(({ other }) => !areSiblings(fact, other));
  const select = (test: (other: RelatedFact, relation: FactRelation) => boolean, from = others) =>
    from.filter(({ other, relation }) => test(other, relation)).map(({ other }) => other);

  if (fact.relation === 'withdraws') {
    const gone = select(
      (other, { isSameSubject, days }) => isPointedAt(fact, other) && isSameSubject && days !== 'apart',
    );
    const [newer] = gone.filter((other) => ownedSince(other) > fact.statedAt);
    if (newer && fact.isOwners) return { ...NEW, supersededBy: newer.id };
    if (gone.length > 0 && fact.isOwners) return { ...NEW, withdraws: gone.map(({ id }) => id) };
    if (gone.length > 0) return { ...NEW, conflictsWith: withConflictsOf(gone, known).map(({ id }) => id) };
  }

  const same = select((other, relation) => isSame(fact, other, relation), compared);
  const [ofOwner] = same.filter((other) => !isUnconfirmedFromSource(other));
  const duplicate = ofOwner ?? (fact.isOwners ? undefined : same[0]);
  if (duplicate) return { ...NEW, sameAs: duplicate.id };

  const disagreeing = select((other, relation) => isRival(fact, other, relation));
  const outdated = disagreeing.filter((other) => isFromVersionBefore(fact, other));
  const rivals = disagreeing.filter((other) => !outdated.includes(other));
  const rivalsOfOwner = rivals.filter((other) => !isUnconfirmedFromSource(other));
  if (!fact.isOwners) {
    // A suggestion joins at most one conflict, or it would link facts of the owner that don't differ.
    const disputed = withConflictsOf(rivalsOfOwner.length > 0 ? rivalsOfOwner.slice(0, 1) : rivals, known);
    return { ...NEW, replaces: outdated.map(({ id }) => id), conflictsWith: disputed.map(({ id }) => id) };
  }
  const newer = rivalsOfOwner.find((other) => ownedSince(other) > fact.statedAt);
  if (newer) return { ...NEW, supersededBy: newer.id };
  const replaced = new Set([...withConflictsOf(rivals, known), ...same].map(({ id }) => id));
  return { ...NEW, replaces: [...replaced] };
}

/** Whether two known facts disagree by the rules alone. Works for old facts without a property, too. */
export function disagree(fact: RelatedFact, other: RelatedFact): boolean {
  const stated = {
    ...fact,
    relation: 'new' as const,
    relatedTo: null,
    statedAt: fact.learnedAt,
    isOwners: !isUnconfirmedFromSource(fact),
  };
  if (areSiblings(stated, other)) return false;
  const relation = compareFacts(fact, other);
  return isRival(stated, other, hasSameFigure(fact, other) ? { ...relation, topic: 'same' } : relation);
}
