import { z } from 'zod';
import {
  FACT_KINDS,
  FACT_QUESTION_MAX,
  QUOTE_MAX,
  STATEMENT_MAX,
  SUBJECT_MAX,
  VALUE_MAX,
} from '#contract/brain/brain.ts';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';

/** A quote of one word with fewer characters could stand anywhere. */
const QUOTE_MIN = 8;
/** More facts than this in one message are a mistake of the model. */
const FACTS_PER_MESSAGE = 20;

const line = (max: number) => z.string().trim().max(max);
const day = z.nullable(z.iso.date());
const factSchema = z.object({
  statement: line(STATEMENT_MAX).min(1),
  subject: line(SUBJECT_MAX).min(1),
  value: line(VALUE_MAX),
  kind: z.enum(FACT_KINDS),
  quote: line(QUOTE_MAX).min(1),
  question: line(FACT_QUESTION_MAX),
  validFrom: day,
  validUntil: day,
  isLasting: z.boolean(),
  isAboutBusiness: z.boolean(),
  relation: z.enum(['new', 'same', 'replaces', 'contradicts']),
  relatedTo: z.nullable(z.int()),
});
/** The form of the model's answer. */
export const factsSchema = z.object({ facts: z.array(factSchema).max(FACTS_PER_MESSAGE) });
/** The same for parts of a document, which says more than a message. */
export const FACTS_PER_REQUEST = 40;
export const sourceFactsSchema = z.object({ facts: z.array(factSchema).max(FACTS_PER_REQUEST) });
export type ExtractedFact = z.infer<typeof factSchema>;
/** One that can be added: with its language (ISO 639-1), or an empty text where it can't be told. */
export type AcceptedFact = ExtractedFact & { language: string };

const plainWords = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();

const ASSISTANT_WORDS = new Set(
  ['assistant', 'the assistant', 'ai', 'the ai', 'chatbot', 'the chatbot', 'model', 'the model', 'teammate'].concat(
    ASSISTANTS.map(({ name }) => name.toLowerCase()),
  ),
);

/** Numbers as they are written, without the marks between thousands. */
const numbersIn = (text: string) => text.replaceAll(/(?<=\d)[,.\u00A0' ](?=\d{3}\b)/g, '').match(/\d+/g) ?? [];

/** Those that may be kept: lasting, about the business, in the owner's own words, and without a secret. */
export function acceptFacts(
  facts: ExtractedFact[],
  { ownerSaid, teammateSaid }: { ownerSaid: string; teammateSaid: string },
): ExtractedFact[] {
  const said = plainWords(ownerSaid);
  const numbers = new Set([...numbersIn(ownerSaid), ...numbersIn(teammateSaid)]);
  return facts.filter(
    ({ statement, subject, value, quote, isLasting, isAboutBusiness }) =>
      isLasting &&
      isAboutBusiness &&
      (quote.length >= QUOTE_MIN || plainWords(quote).includes(' ')) &&
      said.includes(plainWords(quote)) &&
      numbersIn(`${statement} ${value}`).every((number) => numbers.has(number)) &&
      !ASSISTANT_WORDS.has(plainWords(subject)) &&
      ![statement, subject, value, quote].some(holdsSecret),
  );
}
