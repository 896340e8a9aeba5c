import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { holdsSecret, secretsIn } from '#server/lib/text/holds-secret.ts';
import type { FoundFact } from '#server/prompts/found-facts.ts';

/** A quote of one word with fewer characters could stand anywhere. */
const QUOTE_MIN = 8;

/** A fact, and the prompt that found it; empty if its owner’s words are kept as they are. */
export type ExtractedFact = FoundFact & { prompt: string };

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
export function acceptFacts<Fact extends FoundFact>(
  facts: Fact[],
  { ownerSaid, teammateSaid }: { ownerSaid: string; teammateSaid: string },
): Fact[] {
  const said = plainWords(ownerSaid);
  const numbers = new Set([...numbersIn(ownerSaid), ...numbersIn(teammateSaid)]);
  const secrets = secretsIn(`${ownerSaid}\n\n${teammateSaid}`);
  const isSecretIn = (text: string) => holdsSecret(text) || secrets.some((secret) => text.includes(secret));
  return facts.filter(
    ({ statement, subject, value, quote, isLasting, isAboutBusiness }) =>
      isLasting &&
      isAboutBusiness &&
      (quote.length >= QUOTE_MIN || plainWords(quote).includes(' ')) &&
      said.includes(plainWords(quote)) &&
      numbersIn(`${statement} ${value}`).every((number) => numbers.has(number)) &&
      !ASSISTANT_WORDS.has(plainWords(subject)) &&
      // A model may tell a secret in other words, without its name.
      !isSecretIn([statement, subject, value, quote].join('\n')),
  );
}
