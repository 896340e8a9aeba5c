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

const line = (max: number) => z.string().trim().max(max);
const day = z.nullable(z.iso.date());
const factSchema = z.object({
  statement: line(STATEMENT_MAX).min(1),
  subject: line(SUBJECT_MAX).min(1),
  /** Which property of the subject: "price", "weight", "hours on Saturday". Empty if the model gives none. */
  attribute: line(ATTRIBUTE_MAX).catch(''),
  value: line(VALUE_MAX),
  /** The number in `value`, and what it counts: 9 and "USD". */
  quantity: z.nullable(z.number().min(-QUANTITY_MAX).max(QUANTITY_MAX)).catch(null),
  unit: line(UNIT_MAX).catch(''),
  kind: z.enum(FACT_KINDS),
  quote: line(QUOTE_MAX).min(1),
  question: line(FACT_QUESTION_MAX),
  validFrom: day,
  validUntil: day,
  isLasting: z.boolean(),
  isAboutBusiness: z.boolean(),
  relation: z.enum(FACT_RELATIONS),
  relatedTo: z.nullable(z.int()),
});
export type FoundFact = z.infer<typeof factSchema>;
export type FoundFacts = { facts: FoundFact[] };
export const factsSchema = (factsMax: number) => z.object({ facts: z.array(factSchema).max(factsMax) });

const KINDS = FACT_KINDS.map((kind) => `${kind} (${FACT_KIND_NAMES[kind].heading})`).join(', ');
const FORM = `Reply with JSON only: {"facts": [{"statement", "subject", "attribute", "value", "quantity", "unit", "kind", "quote", "question", "validFrom", "validUntil", "isLasting", "isAboutBusiness", "relation", "relatedTo"}]}. An empty list is a good answer.`;

/** What each field means; `text` is what facts are found in, and `quoted` where their words are copied from. */
export const fieldsOf = (text: string, quoted: string) => `${FORM}
- statement: one sentence of at most ${STATEMENT_MAX} characters that stands alone, in the language of the ${text}.
- subject: what it is about, two or three words. attribute: which property of it, one to four words, such as "price", "wholesale price", "weight" or "hours on Saturday", or "". Name both as a known fact names them if it is about the same.
- value: what it says about that in a few words or a figure, or "". quantity: the number in value, or null if there is none or more than one. unit: what quantity counts, such as "USD", "lb", "%" or "days", or "".
- kind: ${KINDS}.
- quote: the words of ${quoted} that say so, copied exactly, at most ${QUOTE_MAX} characters.
- question: a short question to which this fact is the answer, at most ${FACT_QUESTION_MAX} characters.
- validFrom, validUntil: "YYYY-MM-DD" where the ${text} gives a date, or null.
- isLasting: true only for what will still be true next month, or until validUntil. Tasks, moods, small talk and requests are not lasting.
- isAboutBusiness: true for the business, its people, products, customers, rules and voice; false for the assistant and for anyone else.
- relation: "same" if a known fact says this already, "replaces" if it takes a known fact's place, "contradicts" if both can't be true, "withdraws" if a known fact isn't true anymore and nothing takes its place, or "new". relatedTo: that fact's number, or null.`;
