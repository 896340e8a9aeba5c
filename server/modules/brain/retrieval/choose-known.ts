import { FACT_KINDS, FACT_TOKENS_MAX, type FactKind } from '#contract/brain/brain.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import type { Known, OfferedExcerpt, OfferedPassage } from '#db/queries/brain/retrieval.ts';
import type { OfferedFile } from '#db/queries/brain/attached-sources.ts';
import type { OfferedFact } from '#db/queries/brain/retrieval/known-facts.ts';
import type { Offered } from '#db/queries/chat/turns.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import type { PromptFile } from '#server/prompts/quoted-texts.ts';
import type { PromptPassage } from '#server/prompts/instructions.ts';
import { quoteMessage } from './quote-message.ts';

/**
 * Facts that belong in every prompt take at most this share of the tokens, so that there is room for what fits the
 * question.
 */
const STANDING_SHARE = 0.5;
/** Where the owner's own facts alone would fill a prompt, fitting suggestions get this many tokens. */
const SUGGESTION_TOKENS = 800;
/**
 * The passages of a prompt that were found by searching, in characters: about 2,500 tokens of English. Those of files
 * that came with earlier questions may take as much; those that came with the question are bounded by their tokens.
 */
const PASSAGE_CHARACTERS = 10_000;
const PASSAGES_MAX = 8;
/** How many facts a search returns. */
const FOUND_MAX = 20;
/**
 * A search result needs at least this score, and this share of the best score: matching only the kind of fact isn't
 * enough.
 */
const FOUND_MIN = 0.1;
const FOUND_SHARE = 0.25;

/** What an assistant is given. An excerpt's number is its place among those that its turn was offered, from 1. */
export type Given = Pick<Known, 'suggestions'> & {
  passages: (OfferedPassage & Pick<PromptPassage, 'part'>)[];
  /** The files of the conversation. */
  files: PromptFile[];
  /** Facts that don't depend on the question, by kind: all of the owner's facts while they fit a prompt. */
  facts: OfferedFact[];
  /** The others that fit the question best. */
  fitting: OfferedFact[];
  excerpts: (Omit<OfferedExcerpt, 'content' | 'words' | 'said'> & { number: number; text: string })[];
};

/**
 * Offered texts, minus the secrets a prompt must not have. An attached file belongs to this conversation, and a fact
 * may hold what its owner said is okay to share.
 */
const withoutSecrets = {
  fact: (fact: OfferedFact): OfferedFact =>
    fact.isShareable ? fact : { ...fact, statement: leaveOutSecrets(fact.statement) },
  passage: <P extends OfferedPassage>(passage: P): P =>
    passage.attached !== null ? passage : { ...passage, text: leaveOutSecrets(passage.text) },
};

/** The first texts that are not longer than `max` together. */
function takeUpTo<T>(items: readonly T[], lengthOf: (item: T) => number, max: number): T[] {
  let left = max;
  return items.filter((item) => {
    const length = lengthOf(item);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

const tokensOf = ({ tokens }: OfferedFact) => tokens;
const totalOf = (facts: readonly OfferedFact[]) => facts.reduce((sum, { tokens }) => sum + tokens, 0);
const passageLength = ({ text }: OfferedPassage) => text.length;

/** A fact never comes without those it is in conflict with. */
function takeFacts(facts: readonly OfferedFact[], max: number): OfferedFact[] {
  const first = takeUpTo(facts, tokensOf, max);
  const conflicting = new Set(first.flatMap((fact) => fact.conflictsWith));
  return facts.filter((fact) => first.includes(fact) || conflicting.has(fact.number));
}

/** An order that depends on the facts alone, so that providers can reuse what they computed for the prompt before. */
const byKind = (facts: readonly OfferedFact[]): OfferedFact[] =>
  facts.toSorted((a, b) => FACT_KINDS.indexOf(a.kind) - FACT_KINDS.indexOf(b.kind) || a.number - b.number);

const STANDING_KINDS: readonly FactKind[] = ['voice', 'policy', 'people'];

/** Pinned facts first, then those about how the business sounds, its rules and its hours, the newest first. */
const standingFirst = (facts: readonly OfferedFact[]): OfferedFact[] =>
  facts
    .filter(({ isStanding }) => isStanding)
    .toSorted(
      (a, b) =>
        Number(b.isPinned) - Number(a.isPinned) ||
        STANDING_KINDS.indexOf(a.kind) - STANDING_KINDS.indexOf(b.kind) ||
        b.number - a.number,
    );

function chooseFacts({ facts, hasAllFacts }: Known, max: number): Pick<Given, 'facts' | 'fitting'> {
  if (hasAllFacts) return { facts: byKind(facts), fitting: [] };
  const standing = takeFacts(standingFirst(facts), max * STANDING_SHARE);
  const others = facts.filter((fact) => !standing.includes(fact));
  return { facts: byKind(standing), fitting: takeFacts(others, max - totalOf(standing)) };
}

/**
 * Sources over the plan's storage aren't used, nor are the facts found in them, unless the owner has confirmed them.
 */
const inPlan =
  (tier: Tier) =>
  ({ storageUpTo }: { storageUpTo: number | null }): boolean =>
    (storageUpTo ?? 0) <= LIMITS[tier].storageBytes;

/** Attached passages first, in the order of their files; then the ones found by searching, best first. */
function choosePassages({ passages, files }: Pick<Known, 'passages' | 'files'>, tier: Tier): Given['passages'] {
  const usable = passages.filter(inPlan(tier));
  const placeOf = ({ sourceId }: OfferedPassage) => files.findIndex(({ id }) => id === sourceId);
  const best = (attached: OfferedPassage['attached']) =>
    takeUpTo(
      usable.filter((passage) => passage.attached === attached).slice(0, PASSAGES_MAX),
      passageLength,
      PASSAGE_CHARACTERS,
    );
  const ofFiles = [...usable.filter(({ attached }) => attached === 'question'), ...best('conversation')]
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.position - b.position)
    .map((passage) => ({
      ...passage,
      part: { number: passage.position + 1, of: files[placeOf(passage)]?.parts ?? 0 },
    }));
  return [...ofFiles, ...best(null)];
}

/** A file of the conversation, and which of its parts are among the passages. */
const toPromptFile =
  (passages: readonly OfferedPassage[]) =>
  ({ id, name, isNew, parts, summarized, summary }: OfferedFile): PromptFile => ({
    name,
    isNew,
    parts,
    given: passages.filter(({ sourceId }) => sourceId === id).map(({ position }) => position + 1),
    summarized,
    summary,
  });

/**
 * The knowledge an assistant is given: all facts while they fit, otherwise those that belong in every prompt
 * and the best for the question. Recorded as offered: the same, plus what this answer was given `before`.
 */
export function chooseKnown(
  known: Known,
  { tier }: { tier: Tier },
  before: Partial<Offered> = {},
): { given: Given; offered: Offered } {
  const suggested = known.suggestions.filter(inPlan(tier));
  const reserved = known.hasAllFacts ? 0 : Math.min(totalOf(suggested), SUGGESTION_TOKENS);
  const { facts, fitting } = chooseFacts(known, FACT_TOKENS_MAX - reserved);
  const left = FACT_TOKENS_MAX - totalOf([...facts, ...fitting]);
  const suggestions = byKind(takeFacts(suggested, Math.max(left, reserved)));
  const passages = choosePassages(known, tier);
  const union = (earlier: readonly string[] = [], now: readonly { id: string }[]) => [
    ...new Set([...earlier, ...now.map(({ id }) => id)]),
  ];
  const offered = {
    offeredFacts: union(before.offeredFacts, [...facts, ...fitting, ...suggestions]),
    offeredPassages: union(before.offeredPassages, passages),
    offeredMessages: union(before.offeredMessages, known.excerpts),
  };
  const excerpts = known.excerpts.map(({ content, words, said, ...excerpt }) => ({
    ...excerpt,
    text: leaveOutSecrets(quoteMessage({ content, words }), said),
    number: offered.offeredMessages.indexOf(excerpt.id) + 1,
  }));
  const given = {
    facts: facts.map(withoutSecrets.fact),
    fitting: fitting.map(withoutSecrets.fact),
    suggestions: suggestions.map(withoutSecrets.fact),
    passages: passages.map(withoutSecrets.passage),
    files: known.files.filter(inPlan(tier)).map(toPromptFile(passages)),
    excerpts,
  };
  return { given, offered };
}

/** What a search finds: the owner's facts and the passages that fit its words or its meaning, the best first. */
export function chooseFound(known: Known, { tier }: { tier: Tier }): Pick<Given, 'facts' | 'passages'> {
  const best = Math.max(...known.facts.map(({ score }) => score));
  const facts = known.facts.filter(({ score }) => score >= Math.max(FOUND_MIN, best * FOUND_SHARE)).slice(0, FOUND_MAX);
  return {
    facts: facts.map(withoutSecrets.fact),
    passages: choosePassages(known, tier).map(withoutSecrets.passage),
  };
}
