import { z } from 'zod';
import {
  ATTRIBUTE_MAX,
  FACT_KIND_NAMES,
  FACT_KINDS,
  FACT_QUESTION_MAX,
  QUOTE_MAX,
  STATEMENT_MAX,
  SUBJECT_MAX,
  UNIT_MAX,
  VALUE_MAX,
} from '#contract/brain/brain.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

/**
 * What is the same for facts in a message and in a document: what they are compared with, their form, and what its
 * fields mean.
 */

/** A fact that is known already, which the text may be about. */
export type KnownFactOfTask = {
  number: number;
  kind: string;
  subject: string;
  attribute: string;
  statement: string;
};

/** What the model is told about a known fact. */
export const toKnownFact = ({ number, kind, subject, attribute, statement }: KnownFactOfTask): KnownFactOfTask => ({
  number,
  kind,
  subject,
  attribute,
  statement,
});

/** How a fact relates to a known one. "withdraws": that one isn't true anymore, and nothing takes its place. */
export const FACT_RELATIONS = ['new', 'same', 'replaces', 'contradicts', 'withdraws'] as const;

/** Larger numbers are codes, not quantities. */
const QUANTITY_MAX = 1e12;

/*
 * An answer is parsed field by field: what is too long is cut at a word, a field that can't be used is left out, and so
 * is a fact without a statement or a quote. Only an answer that isn't a list of facts is unreadable.
 */
const line = (max: number) => z.string().overwrite((text) => cutAtWord(text.trim(), max));
const day = z.nullable(z.iso.date()).catch(null);
const factSchema = z.object({
  statement: line(STATEMENT_MAX),
  subject: line(SUBJECT_MAX).catch(''),
  /** Which property of the subject: "price", "weight", "hours on Saturday". Empty if the model gives none. */
  attribute: line(ATTRIBUTE_MAX).catch(''),
  value: line(VALUE_MAX).catch(''),
  /** The number in `value`, and what it counts: 9 and "USD". */
  quantity: z.nullable(z.number().min(-QUANTITY_MAX).max(QUANTITY_MAX)).catch(null),
  unit: line(UNIT_MAX).catch(''),
  kind: z.enum(FACT_KINDS).catch('policy'),
  /** Cut without a mark, because the mark isn't in the text. */
  quote: z.string().overwrite((text) => cutAtWord(text.trim(), QUOTE_MAX).replace(/…$/, '')),
  question: line(FACT_QUESTION_MAX).catch(''),
  validFrom: day,
  validUntil: day,
  isLasting: z.boolean().catch(true),
  isAboutBusiness: z.boolean().catch(true),
  relation: z.enum(FACT_RELATIONS).catch('new'),
  relatedTo: z.nullable(z.int()).catch(null),
});
export type FoundFact = z.infer<typeof factSchema>;
/** `hasMore` is null if the model doesn't say. */
export type FoundFacts = { facts: FoundFact[]; hasMore: boolean | null };

/** Placeholder for an unusable fact in the answer. */
const UNUSABLE: FoundFact = {
  statement: '',
  subject: '',
  attribute: '',
  value: '',
  quantity: null,
  unit: '',
  kind: 'policy',
  quote: '',
  question: '',
  validFrom: null,
  validUntil: null,
  isLasting: false,
  isAboutBusiness: false,
  relation: 'new',
  relatedTo: null,
};
export const isUsable = ({ statement, quote }: FoundFact): boolean => statement !== '' && quote !== '';
export const factsSchema = z.object({
  facts: z.array(factSchema.catch(UNUSABLE)),
  hasMore: z.nullable(z.boolean()).catch(null),
});

/** A long list is asked for in parts. */
export type FactsAskedFor = {
  /** The most facts that one answer should list. */
  factsMax: number;
  /** What earlier answers have listed. */
  alreadyFound: readonly string[];
  /** Why the last answer couldn't be used; null if it could. */
  problem: string | null;
};
/** The business whose facts are found; a text that isn't known is empty. */
export type BusinessOfTask = { name: string; type: string };

const KINDS = FACT_KINDS.map((kind) => `${kind} (${FACT_KIND_NAMES[kind].heading})`).join(', ');
const FORM = `Reply with JSON only: {"facts": [{"statement", "subject", "attribute", "value", "quantity", "unit", "kind", "quote", "question", "validFrom", "validUntil", "isLasting", "isAboutBusiness", "relation", "relatedTo"}], "hasMore"}. An empty list is a good answer.`;

/** What each field means; `text` is what facts are found in, and `quoted` where their words are copied from. */
export const fieldsOf = (text: string, quoted: string) => `${FORM}
- statement: one sentence of at most ${STATEMENT_MAX} characters that stands alone, in the language of the ${text}. One fact each: two prices, two days or two sizes are two facts. Figures as the ${text} gives them, or worked out from it (a dozen is 12).
- subject: what it is about, two or three words, at most ${SUBJECT_MAX} characters. What concerns a competitor or a supplier has their name as its subject. attribute: which property of it, one to four words, such as "price", "wholesale price", "weight" or "hours on Saturday", or "". Name both as a known fact names them if it is about the same.
- value: what it says about that in a few words or a figure, at most ${VALUE_MAX} characters, or "". quantity: the number in value, or null if there is none or more than one. unit: what quantity counts, such as "USD", "lb", "%" or "days", or "".
- kind: ${KINDS}.
- quote: the words of ${quoted} that say so, copied exactly, at most ${QUOTE_MAX} characters.
- question: a short question to which this fact is the answer, at most ${FACT_QUESTION_MAX} characters.
- validFrom, validUntil: "YYYY-MM-DD" where the ${text} gives a date or a day counted from when it was said, or null. The statement names that date, too.
- isLasting: true only for what will still be true next month, or until validUntil. Tasks, moods, small talk and requests are not lasting.
- isAboutBusiness: true for the business, its people, products, customers, rules and voice; false for the assistant and for anyone else.
- relation: "same" if a known fact says this already, "replaces" if it takes a known fact's place, "contradicts" if both can't be true, "withdraws" if a known fact isn't true anymore and nothing takes its place ("we don't sell it anymore", "discontinued"), or "new". relatedTo: that fact's number, or null.
- hasMore: true if the ${text} says more than the list holds. List at most factsMax facts, in the order of the ${text}, and none of alreadyFound. problem is what was wrong with your last answer: avoid it.
Not facts: guesses ("I think it's $21 by now"), hearsay, plans and wishes ("we might"), questions, "what if", and words of somebody else that are only quoted.`;
