import { z } from 'zod';
import type { Conversation } from '../chat-request.ts';
import { readJson } from '../read-json.ts';
import { extractPreferences } from './extract-preferences.ts';
import { capital, figureIn, MONEY, priceOf, RULES, sentence, type Found } from './fact-rules.ts';

const knownSchema = z.array(
  z.object({
    number: z.int(),
    kind: z.string(),
    subject: z.string(),
    attribute: z.string().default(''),
    statement: z.string(),
  }),
);
const messageSchema = z.object({ knownFacts: knownSchema, ownerSaid: z.string() });
const documentSchema = z.object({
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

function toFact(found: Found, quote: string, { knownFacts }: Pick<LearningRequest, 'knownFacts'>): Fact {
  const known = knownFacts.find(
    ({ subject, attribute, kind }) =>
      kind === found.kind && lower(subject) === lower(found.subject) && attribute === found.attribute,
  );
  const says = known && lower(known.statement) === lower(found.statement);
  return {
    ...found,
    ...figureIn(found.value),
    quote: quote.slice(0, 300),
    validFrom: /\bfrom (\d{4}-\d{2}-\d{2})\b/.exec(quote)?.[1] ?? null,
    validUntil: /\buntil (\d{4}-\d{2}-\d{2})\b/.exec(quote)?.[1] ?? null,
    isLasting: true,
    isAboutBusiness: true,
    relation: known ? (says ? 'same' : 'replaces') : 'new',
    relatedTo: known?.number ?? null,
  };
}

/** How a sentence says that something isn't so anymore. */
const NO_LONGER =
  /\bwe (?:don['’]t|do not|no longer|stopped) (?:sell|selling|offer|offering|make|making|have) (?:the |any )?([\w'’ -]{2,40}?)(?: any ?more)?[.!]?$|^(?:the |our )?([\w'’ -]{2,40}?) (?:is|are) (?:discontinued|no longer available)\b/i;

/** The known facts that a sentence withdraws: all about what it names. */
function withdrawnBy(text: string, { knownFacts }: Pick<LearningRequest, 'knownFacts'>): Fact[] {
  const [, sold, gone] = /any ?more|no longer|stopped|discontinued/i.test(text) ? (NO_LONGER.exec(text) ?? []) : [];
  const thing = lower(sold ?? gone ?? '').replace(/s$/, '');
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
  const value = new RegExp(MONEY, 'i').exec(text)?.[0] ?? '';
  const subject = capital(text.replace(value, '').replaceAll(/\s+/g, ' ').replace(/[.!]$/, '').trim().slice(0, 80));
  const [kind, attribute] = value === '' ? ['policy', ''] : ['product', 'price'];
  return { kind, subject, attribute, value, statement: sentence(text), question: '' };
}

function findFacts(request: LearningRequest): Fact[] {
  return sentencesOf(request.ownerSaid).flatMap(({ text, isToRemember }) => {
    const quote = text.replace(/[.!?]$/, '');
    const withdrawn = withdrawnBy(text, request);
    if (withdrawn.length > 0) return withdrawn;
    for (const [pattern, read] of RULES) {
      const match = pattern.exec(text);
      if (match) return read(match, text).map((found) => toFact(found, quote, request));
    }
    return isToRemember && !TASK.test(text) ? [toFact(asAsked(text), quote, request)] : [];
  });
}

/** A row of a price list, such as "Item: Large bowl; Price: $42". */
const PRICE_ROW = new RegExp(
  String.raw`\b(?:item|product|name|artikel|produkt|producto|article|produit)\b[^:;]*: ([^;]+);.*\b(?:price|preis|precio|prix)\b[^:;]*: (${MONEY}|\d[\d.,]*)`,
  'i',
);
/** A line that gives its reader orders says nothing about the business. */
const INSTRUCTION = /\b(?:ignore|disregard|you must|tell the (?:owner|customer|user)|send (?:money|your))\b/i;
const FACTS_PER_REQUEST = 40;

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
      return sentencesOf(line).flatMap(({ text }) => {
        const quote = text.replace(/[.!?]$/, '');
        for (const [pattern, read] of RULES) {
          const match = pattern.exec(text);
          if (match && quote.length <= 300) return read(match, text).map((found) => toFact(found, quote, request));
        }
        return [];
      });
    });
  return facts.slice(0, FACTS_PER_REQUEST);
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
const answer = (facts: Fact[]) => JSON.stringify({ facts });

/** The facts in a document or page. */
export function composeFactsOfDocument(conversation: Conversation): string {
  const request = readJson(conversation.turns.at(-1)?.text, documentSchema);
  if (request === null) return answer([]);
  const isInvalid = /\[sandbox:\s*facts-invalid\s*\]/.test(conversation.turns.at(-1)?.text ?? '');
  return isInvalid ? '{"facts": [{' : answer(findFactsInDocument(request));
}

/** The facts in a message, found by a few rules for English sentences, and what it says about answers. */
export function composeFacts(conversation: Conversation): string {
  const request = readJson(conversation.turns.at(-1)?.text, messageSchema);
  if (request === null) return answer([]);
  const asked = /\[sandbox:\s*(facts-[a-z]+)\s*\]/.exec(request.ownerSaid)?.[1] ?? '';
  const { preferences, rest } = extractPreferences(request.ownerSaid);
  const facts = () => findFacts({ ...request, ownerSaid: rest });
  return MISBEHAVIORS[asked]?.(request) ?? JSON.stringify({ facts: facts(), preferences });
}
