import { checkValues } from '#contract/templates/blank-values.ts';
import type { Blank, BlankSource, BlankValue } from '#contract/templates/blanks.ts';
import { capitalized } from '#contract/templates/punctuation.ts';
import { rememberedValue } from '#contract/templates/remembered.ts';
import { readDays } from '#contract/written/days.ts';
import { decimalText, readNumbers } from '#contract/written/numbers.ts';
import { trimEnd } from '#server/lib/text/trim.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';

export type KnownFact = Awaited<ReturnType<BrainService['listAbout']>>[number];
/** The facts that a blank is filled in from, or that disagree about it. */
export type Fill = { value: BlankValue; facts: KnownFact[] } | { conflict: true; facts: KnownFact[] };
type FactSource = Extract<BlankSource, { factKinds: unknown }>;

/** A whole day, such as `2026-11-28` or `Nov 28, 2026`, as `YYYY-MM-DD`. A day without a year is none: the year would be a guess. */
function readDay(text: string): string | null {
  const [only, other] = readDays(text, 'UTC');
  return only && !other && only.clock === null ? only.day : null;
}

/** The one figure in a short text, such as 42 in `$42`; null if there are several, or if it can be read in two ways. */
function readNumber(text: string): number | null {
  const figures = text.match(/[$£]?\d[\d.,]*/g) ?? [];
  const [figure = ''] = figures;
  const [only, other] = readNumbers(trimEnd(figure, /[.,]/));
  return figures.length === 1 && only && !other ? Number(decimalText(only)) : null;
}

/** The day that a fact gives, unless it is over: what is written now is about what is still to come. */
function dayOf({ value, validFrom, validUntil }: KnownFact, today: string): string | null {
  const day = readDay(value) ?? (validFrom !== null && validFrom === validUntil ? validFrom : null);
  return day !== null && day >= today ? day : null;
}

/** What a fact is about. A fact that was typed and hasn't been read yet has its own words there, or their beginning. */
const subjectOf = ({ subject, statement }: KnownFact): string =>
  subject === statement || subject.endsWith('…') ? '' : subject;

/** What a list takes of a fact: what it is about, with the short value if it has one. Facts name things in lowercase. */
function itemOf(fact: KnownFact, part: FactSource['part']): string {
  const { subject, value, statement } = fact;
  if (part === 'subject') return subjectOf(fact);
  if (part === 'value') return value;
  return part === 'statement' || value === '' ? statement : `${subject}, ${value}`;
}

/** Whether a fact says what isn't so: “We never discount”, or “We’re closed on Mondays”. */
const saysNo = ({ statement }: KnownFact): boolean =>
  /\b(?:no|not|never|none|nothing|cannot|non-?\w+)\b|n[’']t\b/i.test(statement) ||
  (/\bclosed\b/i.test(statement) && !/\bopen\b/i.test(statement));

/** What one fact gives a blank, before it is checked whether it fits; null if it gives nothing. */
function valueFrom(
  fact: KnownFact,
  blank: Exclude<Blank, { kind: 'list' }>,
  { part, today }: { part: FactSource['part']; today: string },
): BlankValue | null {
  if (blank.kind === 'number') return readNumber(fact.value);
  if (blank.kind === 'date') return dayOf(fact, today);
  if (blank.kind === 'choice') {
    const said = fact.value.toLowerCase();
    return blank.choices.find(({ id, label }) => said === label.toLowerCase() || said === id.toLowerCase())?.id ?? null;
  }
  const taken = part ?? (blank.ending === 'sentence' ? 'statement' : 'value');
  return (taken === 'subject' ? subjectOf(fact) : fact[taken]) || null;
}

/** The value as the blank takes it; null if it doesn't fit. It is never cut to fit. */
export function fitting(blank: Blank, value: BlankValue): BlankValue | null {
  return checkValues([blank], { [blank.name]: value }).values[blank.name] ?? null;
}

const plain = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

/** Whether a text has a word that begins like one of these. */
function mentions(text: string, words: readonly string[]): boolean {
  const padded = ` ${plain(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;
  return words.some((word) =>
    padded.includes(
      ` ${plain(word)
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()}`,
    ),
  );
}

/** Facts that are so today. Those about dates also before their day has come. */
const isCurrent = ({ kind, validFrom, validUntil }: KnownFact, today: string): boolean =>
  (validUntil === null || validUntil >= today) && (kind === 'date' || validFrom === null || validFrom <= today);

/** The facts that a blank asks for. Those that are about one of its words come before those that only mention it. */
function candidatesFor(blank: Blank, { factKinds, words = [] }: FactSource, facts: readonly KnownFact[]): KnownFact[] {
  const ofKind = facts.filter(({ kind }) => factKinds.includes(kind));
  if (words.length === 0) return ofKind;
  const about = ofKind.filter(
    ({ subject, statement }) => mentions(subject, words) || rememberedValue(blank, statement) !== null,
  );
  return about.length > 0 ? about : ofKind.filter(({ statement }) => mentions(statement, words));
}

/** As many of the facts as a list has room for: pinned ones first, then the newest. */
function fillList(
  blank: Extract<Blank, { kind: 'list' }>,
  { part }: FactSource,
  candidates: readonly KnownFact[],
): Fill | null {
  const items = new Map<string, KnownFact>();
  const taken = new Set<string>();
  for (const fact of candidates.filter((one) => !one.isDisputed)) {
    const item = capitalized(rememberedValue(blank, fact.statement) ?? itemOf(fact, part));
    const isWanted = item !== '' && item.length <= blank.maxLength && !taken.has(item.toLowerCase());
    if (!isWanted || items.size >= blank.maxItems) continue;
    taken.add(item.toLowerCase());
    items.set(item, fact);
  }
  const value = items.size === 0 ? null : fitting(blank, [...items.keys()]);
  return value === null ? null : { value, facts: [...items.values()] };
}

/** What was remembered of the blank itself, as it takes it. */
function valueRemembered(blank: Exclude<Blank, { kind: 'list' }>, { statement }: KnownFact): BlankValue | null {
  const text = rememberedValue(blank, statement);
  if (text === null) return null;
  const value = blank.kind === 'number' ? readNumber(text) : text;
  return value === null ? null : fitting(blank, value);
}

/** A value only if the facts clearly give one: a single fact, or several that give the same. */
function fillOne(
  blank: Exclude<Blank, { kind: 'list' }>,
  { part, isAffirmative, today }: Pick<FactSource, 'part' | 'isAffirmative'> & { today: string },
  candidates: readonly KnownFact[],
): Fill | null {
  const [first] = candidates;
  const remembered = first && valueRemembered(blank, first);
  // What the owner typed into this very blank, if nothing newer is known about it.
  if (first && remembered !== null && remembered !== undefined) return { value: remembered, facts: [first] };
  if (isAffirmative === true && candidates.some(saysNo)) return null;
  const values = candidates.map((fact) => valueFrom(fact, blank, { part, today }));
  const value = values[0] ?? null;
  if (value === null || values.some((other) => other !== value)) return null;
  const fits = fitting(blank, value);
  return fits === null ? null : { value: fits, facts: [...candidates] };
}

/**
 * The value that facts give a blank; null if none clearly fits. The facts come in order: the owner's own before
 * suggestions, then pinned ones, then the newest. Disputed facts give nothing. The same facts always give the same
 * value.
 */
export function fillFromFacts(blank: Blank, facts: readonly KnownFact[], today: string): Fill | null {
  const { from } = blank;
  if (!from || !('factKinds' in from)) return null;
  const current = facts.filter((fact) => isCurrent(fact, today));
  const found = candidatesFor(blank, from, current);
  const ofOwner = found.filter(({ isSuggestion }) => !isSuggestion);
  // If the owner has said something, suggestions only extend lists.
  const candidates = blank.kind !== 'list' && ofOwner.length > 0 ? ofOwner : found;
  const disagreeing = candidates.filter(({ isDisputed }) => isDisputed);
  const filled = blank.kind === 'list' ? fillList(blank, from, candidates) : null;
  if (filled) return filled;
  if (disagreeing.length > 0) return { conflict: true, facts: disagreeing };
  return blank.kind === 'list' ? null : fillOne(blank, { ...from, today }, candidates);
}
