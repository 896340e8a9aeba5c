import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FACT_KINDS } from '#contract/brain/brain.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { detectLanguage } from '#server/modules/brain/learning/detect-languages.ts';
import { resolveFact } from '#server/modules/brain/resolution/resolve-fact.ts';
import { FACT_RELATIONS } from '#server/prompts/found-facts.ts';
import { alignColumns } from './align-columns.ts';

/** What happens to a known fact and the one that is learned after it. */
const OUTCOMES = ['both', 'replaced', 'conflict', 'same', 'withdrawn'] as const;
export type Outcome = (typeof OUTCOMES)[number];
const ORIGINS = ['said', 'typed', 'confirmed', 'document', 'website'] as const;
type Origin = (typeof ORIGINS)[number];

const day = z.iso.date();
const factSchema = z.strictObject({
  kind: z.enum(FACT_KINDS),
  subject: z.string().min(1),
  attribute: z.string(),
  value: z.string(),
  statement: z.string().min(1),
  validFrom: z.nullable(day),
  validUntil: z.nullable(day),
});
const pairSchema = z.strictObject({
  id: z.string(),
  language: z.string(),
  group: z.string(),
  today: day,
  /** The words that the facts come from are for readers of the set. */
  first: z.strictObject({ origin: z.enum(ORIGINS), on: day, text: z.string(), fact: factSchema }),
  second: z.strictObject({
    /** From the message or the part of a document that the first is from. */
    origin: z.enum([...ORIGINS, 'same message']),
    on: day,
    text: z.string(),
    /** As a model gives it. `isAboutFirst`: it points at the first fact. */
    fact: factSchema.extend({ relation: z.enum(FACT_RELATIONS), isAboutFirst: z.boolean() }),
  }),
  expected: z.enum(OUTCOMES),
  why: z.string(),
});
export type Pair = z.output<typeof pairSchema>;

const SOURCES: Record<Origin, RelatedFact['source']> = {
  said: 'message',
  typed: 'typed',
  confirmed: 'file',
  document: 'file',
  website: 'page',
};
const isRead = (origin: Origin) => origin === 'document' || origin === 'website';
/** The message or the part of a document that a fact is from. */
const placeOf = (origin: Origin, place: string) => ({
  messageId: origin === 'said' ? place : null,
  sourceId: null,
  passageId: isRead(origin) || origin === 'confirmed' ? place : null,
  splitFrom: null,
});

/** What the product does with the second fact of a pair. */
export async function outcomeOf({ first, second }: Pair): Promise<Outcome> {
  const none = { quantity: null, unit: '' };
  const learnedAt = new Date(`${first.on}T12:00:00Z`);
  const known: RelatedFact = {
    ...first.fact,
    ...none,
    ...placeOf(first.origin, 'first'),
    id: first.origin,
    number: 1,
    state: isRead(first.origin) ? 'suggested' : 'confirmed',
    source: SOURCES[first.origin],
    learnedAt,
    isPinned: false,
    conflictId: null,
    confirmedAt: first.origin === 'confirmed' ? learnedAt : null,
    language: await detectLanguage(first.fact.statement),
  };
  const isSibling = second.origin === 'same message';
  const origin = second.origin === 'same message' ? first.origin : second.origin;
  const { relation, isAboutFirst, ...fact } = second.fact;
  const { sameAs, withdraws, replaces, conflictsWith } = resolveFact(
    {
      ...fact,
      ...none,
      ...placeOf(origin, isSibling ? 'first' : 'second'),
      relation,
      relatedTo: isAboutFirst ? known.number : null,
      statedAt: new Date(`${second.on}T12:00:00Z`),
      isOwners: !isRead(origin),
      language: await detectLanguage(fact.statement),
    },
    [known],
  );
  if (sameAs !== null) return 'same';
  if (withdraws.length > 0) return 'withdrawn';
  if (replaces.length > 0) return 'replaced';
  return conflictsWith.length > 0 ? 'conflict' : 'both';
}

const FILES = { open: 'sets/pairs.json', 'held out': 'held-out/pairs.json' } as const;
type List = keyof typeof FILES;

/** The pairs of a list; none if the file isn't there, as held-out ones may not be. */
export function readPairs(list: List): Pair[] {
  const path = join(import.meta.dirname, FILES[list]);
  return existsSync(path) ? z.array(pairSchema).parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
}

/**
 * How many pairs come out right, by group and in all. With `isVerbose`, also those that don't, except held-out ones.
 */
export async function reportPairs(isVerbose: boolean): Promise<string> {
  const judged = await Promise.all(
    (['open', 'held out'] as const).map(async (list) => ({
      list,
      pairs: await Promise.all(readPairs(list).map(async (pair) => ({ pair, outcome: await outcomeOf(pair) }))),
    })),
  );
  const groups = [...new Set(judged.flatMap(({ pairs }) => pairs.map(({ pair }) => pair.group)))].toSorted();
  const figure = (pairs: (typeof judged)[number]['pairs']) =>
    pairs.length === 0
      ? 'none'
      : `${pairs.filter(({ pair, outcome }) => pair.expected === outcome).length} of ${pairs.length}`;
  const rows = groups.map((group) => [
    group,
    ...judged.map(({ pairs }) => figure(pairs.filter(({ pair }) => pair.group === group))),
  ]);
  const all = ['all', ...judged.map(({ pairs }) => figure(pairs))];
  const wrong = judged
    .filter(({ list }) => list === 'open' && isVerbose)
    .flatMap(({ pairs }) => pairs.filter(({ pair, outcome }) => pair.expected !== outcome))
    .map(({ pair, outcome }) => `${pair.id}: ${outcome} instead of ${pair.expected}. ${pair.why}`);
  return [...alignColumns([['group', 'open', 'held out'], ...rows, all]), ...wrong].join('\n');
}
