import { z } from 'zod';
import { daysInText } from '#server/lib/text/days-in-text.ts';
import type { Conversation } from '../chat-request.ts';
import { readJson } from '../read-json.ts';
import { factsInAnswer, goneIn, MORE_RULES, withDigits } from './answer-rules.ts';
import { extractPreferences } from './extract-preferences.ts';
import { renameIn } from './rename-rules.ts';
import {
  AMOUNT,
  capital,
  figureIn,
  PRICE_ROW,
  priceOf,
  RULES,
  sentence,
  sizePricesIn,
  type Found,
} from './fact-rules.ts';

const knownSchema = z.array(
  z.object({
    number: z.int(),
    kind: z.string(),
    subject: z.string(),
    attribute: z.string().default(''),
    statement: z.string(),
  }),
);
/** A list may be asked for in parts. */
const inParts = { factsMax: z.int().default(40), alreadyFound: z.array(z.string()).default([]) };
const messageSchema = z.object({
  ...inParts,
  today: z.string().default(''),
  knownFacts: knownSchema,
  earlier: z.array(z.object({ from: z.string(), text: z.string() })).default([]),
  ownerSaid: z.string(),
  isToRemember: z.boolean().default(false),
});
const documentSchema = z.object({
  ...inParts,
  knownFacts: knownSchema,
  document: z.object({ parts: z.array(z.object({ text: z.string() })) }),
});
type LearningRequest = z.infer<typeof messageSchema>;

type Fact = Found & {
  quantity: number | null;
  unit: string;
  quote: string;
  validFrom: string | null;
  validUntil: string | null;
  isLasting: boolean;
  isAboutBusiness: boolean;
  relation: 'new' | 'same' | 'replaces' | 'withdraws';
  relatedTo: number | null;
};

/** How many characters of a line or sentence are read. */
const LINE_READ = 500;
const lower = (text: string) => text.toLowerCase();

type Compared = Pick<LearningRequest, 'knownFacts'> & Partial<Pick<LearningRequest, 'today'>>;

/** The first and last day on which a sentence is true. For a single day, both are that day. */
function validityIn(text: string, today = ''): Pick<Fact, 'validFrom' | 'validUntil'> {
  const said = today.slice(-10);
  const days =
    said === '' ? [] : daysInText(text, said).filter(({ day, isRelative }) => isRelative && day.length === 10);
  const dayAfter = (words: RegExp) =>
    days.find(({ start, end }) => words.test(text.slice(Math.max(0, start - 12), end)))?.day;
  const from = /\bfrom (\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1] ?? dayAfter(/\b(?:from|starting|ab|desde|partir)\b/i);
  const until = /\buntil (\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1] ?? dayAfter(/\b(?:until|till|ends?|bis|hasta)\b/i);
  const only = from === undefined && until === undefined ? days[0]?.day : undefined;
  return { validFrom: from ?? only ?? null, validUntil: until ?? only ?? null };
}

function toFact(found: Found, quote: string, { knownFacts, today }: Compared): Fact {
  const known = knownFacts.find(
    ({ subject, attribute, kind }) =>
      kind === found.kind && lower(subject) === lower(found.subject) && attribute === found.attribute,
  );
  const says = known && lower(known.statement) === lower(found.statement);
  return {
    ...found,
    ...figureIn(found.value),
    quote: quote.slice(0, 300),
    ...validityIn(quote, today),
    isLasting: true,
    isAboutBusiness: true,
    relation: known ? (says ? 'same' : 'replaces') : 'new',
    relatedTo: known?.number ?? null,
  };
}

/** The known facts that a sentence withdraws: all about what it names. */
function withdrawnBy(text: string, { knownFacts }: Compared): Fact[] {
  const thing = lower(goneIn(text)).replace(/s$/, '');
  if (thing === '') return [];
  return knownFacts
    .filter(({ subject }) => lower(subject).replace(/s$/, '') === thing)
    .map(({ number, kind, subject, attribute }) => ({
      ...toFact({ kind, subject, attribute, value: '', statement: sentence(text), question: '' }, text, {
        knownFacts: [],
      }),
      relation: 'withdraws',
      relatedTo: number,
    }));
}

/** How a sentence asks to be remembered. */
const TO_REMEMBER =
  /^(?:please,? |can you |could you |bitte |por favor,? )*(?:remember|merke? dir(?: bitte)?|recuerda|souviens-toi|retiens)(?: this)?(?:(?:,? (?:that|dass|que)|:)\s+| qu['’])/i;
/** What isn't lasting, even if it is to be remembered. */
const TASK = /\b(?:today|tonight|tomorrow|this (?:morning|afternoon|week)|draft|post|heute|morgen)\b/i;

/** Sentences, without what asks to remember them. Questions say nothing. */
function sentencesOf(text: string): { text: string; isToRemember: boolean }[] {
  return (text.match(/[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]*)*[.!?]?/g) ?? [])
    .map((one) => one.slice(0, LINE_READ).trim())
    .map((one) => ({ text: one.replace(TO_REMEMBER, ''), isToRemember: TO_REMEMBER.test(one) }))
    .filter((one) => one.text !== '' && !one.text.endsWith('?'));
}

/** Whatever is to be remembered, unless it is a task. */
function asAsked(text: string): Found {
  const value = AMOUNT.exec(text)?.[0] ?? '';
  const subject = capital(text.replace(value, '').replaceAll(/\s+/g, ' ').replace(/[.!]$/, '').trim().slice(0, 80));
  const [kind, attribute] = value === '' ? ['policy', ''] : ['product', 'price'];
  return { kind, subject, attribute, value, statement: sentence(text), question: '' };
}

const ALL_RULES = [...RULES, ...MORE_RULES];

function findFacts(request: LearningRequest): Fact[] {
  const { earlier, ownerSaid, isToRemember: isOrder } = request;
  const asked = earlier.at(-1);
  const answers = asked?.from === 'teammate' && asked.text.endsWith('?') ? factsInAnswer(asked.text, ownerSaid) : [];
  return sentencesOf(ownerSaid).flatMap(({ text, isToRemember }) => {
    const quote = text.replace(/[.!?]$/, '');
    const withdrawn = withdrawnBy(text, request);
    if (withdrawn.length > 0) return withdrawn;
    const renamed = renameIn(text, request.knownFacts);
    if (renamed) return [toFact(renamed, quote, request)];
    const counted = withDigits(text);
    for (const [pattern, read] of ALL_RULES) {
      const match = pattern.exec(counted);
      if (match) return read(match, counted).map((found) => toFact(found, quote, request));
    }
    const inAnswer = answers.filter((one) => text.includes(one.quote));
    if (inAnswer.length > 0) return inAnswer.map((one) => toFact(one.found, one.quote, request));
    return isOrder || (isToRemember && !TASK.test(text)) ? [toFact(asAsked(text), quote, request)] : [];
  });
}

/** A line that gives its reader orders says nothing about the business. */
const INSTRUCTION = /\b(?:ignore|disregard|you must|tell the (?:owner|customer|user)|send (?:money|your))\b/i;

/** What a document says about the business: prices in its rows, and its sentences by the same rules as those of a message. */
function findFactsInDocument(request: z.infer<typeof documentSchema>): Fact[] {
  const lines = request.document.parts.flatMap(({ text }) => text.split('\n')).map((line) => line.slice(0, LINE_READ));
  const facts = lines
    .filter((line) => !INSTRUCTION.test(line))
    .flatMap((line) => {
      const [row, item = '', price = ''] = PRICE_ROW.exec(line) ?? [];
      if (row !== undefined) {
        return [toFact(priceOf(item.trim().slice(0, 80), price), row, request)];
      }
      const bySize = sizePricesIn(line);
      if (bySize.length > 0) return bySize.map((found) => toFact(found, line.slice(0, 300), request));
      return sentencesOf(line).flatMap(({ text }) => {
        const quote = text.replace(/[.!?]$/, '');
        for (const [pattern, read] of RULES) {
          const match = pattern.exec(text);
          if (match && quote.length <= 300) return read(match, text).map((found) => toFact(found, quote, request));
        }
        return [];
      });
    });
  return facts;
}

/** How a model misbehaves when a message asks for it: see docs/sandbox.md. */
const MISBEHAVIORS: Record<string, (request: LearningRequest) => string> = {
  'facts-invalid': () => '{"facts": [{"statement": "Half a fact"',
  'facts-prose': () => 'I found no lasting facts in this message. Anything else?',
  'facts-itself': (request) =>
    answer([{ ...any(request), subject: 'The assistant', statement: 'The assistant writes short emails.' }]),
  'facts-many': (request) =>
    answer(
      Array.from({ length: 10_000 }, (_, n) => ({ ...any(request), statement: `Fact number ${n} about the shop.` })),
    ),
  'facts-secret': (request) =>
    answer([{ ...any(request), statement: 'The shop’s password is kiln-1234.', subject: 'Password' }]),
  'facts-invented': (request) =>
    answer([{ ...any(request), statement: 'The shop has 12 employees.', quote: 'we have 12 employees' }]),
  'facts-reworded': (request) =>
    answer(
      findFacts(request).map((fact) => ({
        ...fact,
        statement: `You sell the ${lower(fact.subject)} for ${fact.value}.`,
      })),
    ),
  'facts-trivia': (request) =>
    answer([{ ...any(request), statement: 'The owner is writing a newsletter today.', isLasting: false }]),
  'facts-thinking': (request) => `<think>The owner said something.</think>${answer(findFacts(request))}`,
};

const any = (request: LearningRequest): Fact =>
  toFact(
    { kind: 'policy', subject: 'The shop', attribute: '', value: '', statement: 'The shop is a shop.', question: '' },
    request.ownerSaid.slice(0, 40),
    request,
  );
const answer = (facts: Fact[]) => JSON.stringify({ facts, hasMore: false });
/** As many facts as were asked for, without those that were listed before. */
function answerInPart(
  facts: Fact[],
  { factsMax, alreadyFound }: Pick<LearningRequest, keyof typeof inParts>,
  more: object = {},
): string {
  // The product writes dates behind days, and the rest as it was listed.
  const plain = (statement: string) => statement.replaceAll(/ \([^()]{1,40}\)/g, '');
  const known = new Set(alreadyFound.map(plain));
  const left = facts.filter(({ statement }) => !known.has(plain(statement)));
  return JSON.stringify({ facts: left.slice(0, factsMax), hasMore: left.length > factsMax, ...more });
}

/** The facts in a document or page. */
export function composeFactsOfDocument(conversation: Conversation): string {
  const request = readJson(conversation.turns.at(-1)?.text, documentSchema);
  if (request === null) return answer([]);
  const isInvalid = /\[sandbox:\s*facts-invalid\s*\]/.test(conversation.turns.at(-1)?.text ?? '');
  return isInvalid ? '{"facts": [{' : answerInPart(findFactsInDocument(request), request);
}

/**
 * The facts in a message, found by a few rules for English, German and Spanish sentences, and its preferences about
 * answers.
 */
export function composeFacts(conversation: Conversation): string {
  const request = readJson(conversation.turns.at(-1)?.text, messageSchema);
  if (request === null) return answer([]);
  const asked = /\[sandbox:\s*(facts-[a-z]+)\s*\]/.exec(request.ownerSaid)?.[1] ?? '';
  const { preferences, rest } = extractPreferences(request.ownerSaid);
  const misbehavior = MISBEHAVIORS[asked]?.(request);
  return misbehavior ?? answerInPart(findFacts({ ...request, ownerSaid: rest }), request, { preferences });
}
