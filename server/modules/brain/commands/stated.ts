import type { z } from 'zod';
import { ATTRIBUTE_MAX, STATEMENT_MAX, SUBJECT_MAX, UNIT_MAX, VALUE_MAX } from '#contract/brain/brain.ts';
import { isoDayText } from '#contract/dates.ts';
import type { LearnableMessage } from '#db/queries/brain/learning.ts';
import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { asOneLine } from '#server/lib/text/as-one-line.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { holdsSecret, secretsIn } from '#server/lib/text/holds-secret.ts';
import { factsSchema } from '#server/prompts/found-facts.ts';
import { memoryTools, type correctSchema, type rememberSchema } from '#server/prompts/memory-tools.ts';
import { acceptFacts, type ExtractedFact } from '../learning/extracted-facts.ts';
import type { SourceMessage } from '../learning/learning.ts';
import { acceptPreferences } from '../preferences/learned-preferences.ts';
import type { WantedPreference } from '../preferences/plan-change.ts';

/** The tools' arguments, and which of them the owner's message supports. */

/** Letters and digits only: models copy words, but not always their punctuation. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
/** Also divides languages that are written without spaces. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Whether a message contains these whole words in a row. At least two, unless they are the entire message: a single
 * word occurs in too many messages to be an order. `least` can allow one.
 */
export function isSaidIn(text: string, question: string, least = 2): boolean {
  const said = fold(text);
  const words = [...segmenter.segment(question)].map(({ segment }) => fold(segment)).filter((word) => word !== '');
  const leastWords = Math.min(least, words.length);
  return words.some((_, start) => {
    let [run, end] = ['', start];
    for (; run.length < said.length && end < words.length && said.startsWith(run); end += 1) run += words[end] ?? '';
    return run === said && end - start >= leastWords;
  });
}

/** A question that asks for something to be remembered, corrected or forgotten. */
export type AskedMessage = SourceMessage & {
  /** The conversation before it, including private messages. */
  saidBefore: readonly string[];
} & Pick<LearnableMessage, 'isVersion'>;
type Message = Pick<AskedMessage, 'question' | 'earlier' | 'askedAt' | 'timeZone' | 'saidBefore'>;

const contextOf = ({ earlier }: Message) => earlier.map(({ text }) => text).join('\n');

/** Whether a text contains a secret, including one that is only recognizable from the conversation. */
export const isSecretIn = (text: string, message: Message): boolean =>
  holdsSecret(text) ||
  secretsIn([...message.saidBefore, message.question].join('\n\n')).some((secret) => text.includes(secret));

/** The prompt version that produced the tools' arguments. */
export const TOOLS_PROMPT = `${memoryTools.id}@${memoryTools.version}`;

type Stated = Omit<z.output<typeof correctSchema>, 'fact'>;
const lineOf = (text: string, max: number) => cutAtWord(asOneLine(text, 2_000), max);

/** A fact as the model states it, and whether the owner's message supports it. */
export function readFact(
  { order, ...stated }: Stated,
  message: Message,
): { fact: ExtractedFact; isSupported: boolean } {
  const statement = lineOf(stated.statement, STATEMENT_MAX);
  const [found] = factsSchema.parse({
    facts: [
      {
        ...stated,
        statement,
        subject: lineOf(stated.subject, SUBJECT_MAX) || lineOf(statement, SUBJECT_MAX),
        attribute: lineOf(stated.attribute, ATTRIBUTE_MAX),
        value: lineOf(stated.value, VALUE_MAX),
        unit: lineOf(stated.unit, UNIT_MAX),
        quote: order,
        isLasting: true,
        isAboutBusiness: true,
        relation: 'new',
        relatedTo: null,
      },
    ],
  }).facts;
  if (!found) throw new Error('a parsed list lost its fact');
  const fact = { ...found, prompt: TOOLS_PROMPT };
  const { accepted } = acceptFacts([fact], {
    text: message.question,
    context: contextOf(message),
    said: isoDayText(message.askedAt, message.timeZone),
    isToRemember: true,
  });
  return { fact: accepted[0] ?? fact, isSupported: accepted.length > 0 };
}

/** The wishes about answers that can be kept as preferences. */
export const readPreferences = (
  { preference, order }: Pick<z.output<typeof rememberSchema>, 'preference' | 'order'>,
  { question }: Message,
): WantedPreference[] =>
  preference === null ? [] : acceptPreferences([{ ...preference, quote: order, isLasting: true }], question);

/** Keeps only the fact numbers that the model was given or that the owner wrote. */
export function readNumbers(
  { given, candidates, message }: { given: readonly number[]; candidates: readonly CandidateFact[]; message: Message },
  numbers: readonly number[],
): number[] {
  const written = [...message.question.matchAll(/(?<!\p{L})f(\d{1,9})\b/giu)].map(([, digits]) => Number(digits));
  const known = new Set([...given, ...candidates.map(({ number }) => number), ...written]);
  return [...new Set(numbers)].filter((number) => known.has(number));
}
