import { STATEMENT_MAX, SUBJECT_MAX } from '#contract/brain/brain.ts';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { secretsIn } from '#server/lib/text/holds-secret.ts';
import { isUsable, type FoundFact } from '#server/prompts/found-facts.ts';
import { inventedFigures } from './invented-figures.ts';
import { withDates } from './relative-days.ts';

/** A quote of one word with fewer characters could stand anywhere. */
const QUOTE_MIN = 8;
/** The same for scripts that don't put spaces between words. */
const DENSE_QUOTE_MIN = 4;
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A fact, and the prompt that found it; empty if its owner’s words are kept as they are. */
export type ExtractedFact = FoundFact & { prompt: string };

/** The text to find facts in, and the context that their figures may also come from. */
export type FactsFoundIn = {
  text: string;
  /** What was said before, or the headings above. */
  context: string;
  /** The day on which it was said, as YYYY-MM-DD. */
  said: string;
  /** A document has no day on which it was said, so its "tomorrow" is left alone. */
  isDocument?: boolean;
  /** The owner asked to remember it, so it needn’t be lasting or about the business. */
  isToRemember?: boolean;
  /** The owner said that the team may use the secrets in `text`. */
  isShareable?: boolean;
};

const plainWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
/** Only the letters and digits of a text, as quotes are compared with it. */
export const withoutSpaces = (text: string): string => plainWords(text).replaceAll(' ', '');

const ASSISTANT_WORDS = new Set(
  ['assistant', 'the assistant', 'ai', 'the ai', 'chatbot', 'the chatbot', 'model', 'the model', 'teammate'].concat(
    ASSISTANTS.map(({ name }) => name.toLowerCase()),
  ),
);

function isLongEnough(quote: string): boolean {
  const { length } = withoutSpaces(quote);
  return length >= QUOTE_MIN || plainWords(quote).includes(' ') || (length >= DENSE_QUOTE_MIN && DENSE.test(quote));
}

/** The fact as it is stored: with a subject, and with the date after words like "tomorrow". */
function complete<Fact extends FoundFact>(fact: Fact, { said, isDocument = false }: FactsFoundIn): Fact {
  const dated = isDocument ? fact.statement : withDates(fact.statement, said);
  const statement = dated.length > STATEMENT_MAX ? fact.statement : dated;
  return { ...fact, statement, subject: fact.subject || cutAtWord(statement, SUBJECT_MAX) };
}

/**
 * Accepts the facts that may be kept: lasting, about the business, in the owner's own words, and without a secret. What
 * the model made up or misquoted is refused; it may do better when asked again. `hasDropped`: at least one fact
 * is unusable or reveals a secret.
 */
export function acceptFacts<Fact extends FoundFact>(
  facts: readonly Fact[],
  source: FactsFoundIn,
): { accepted: Fact[]; refused: Fact[]; hasDropped: boolean } {
  const words = withoutSpaces(source.text);
  const shared = source.isShareable === true ? source.text : '';
  const isKeptBack = (secret: string) => !shared.includes(secret);
  const secrets = secretsIn(`${source.text}\n\n${source.context}`).filter(isKeptBack);
  // A model may reveal a secret in other words, without the label that gives it away.
  const isSecretIn = (text: string) =>
    secretsIn(text).some(isKeptBack) || secrets.some((secret) => text.includes(secret));
  const usable = facts.filter(
    (fact) =>
      isUsable(fact) && !isSecretIn([fact.statement, fact.subject, fact.attribute, fact.value, fact.quote].join('\n')),
  );
  const wanted = usable.filter(
    (fact) =>
      ((fact.isLasting && fact.isAboutBusiness) || source.isToRemember === true) &&
      !ASSISTANT_WORDS.has(plainWords(fact.subject)),
  );
  const isSaid = ({ statement, value, quote }: Fact) =>
    isLongEnough(quote) &&
    words.includes(withoutSpaces(quote)) &&
    inventedFigures(`${statement}\n${value}`, [source.text, source.context], source.said).length === 0;
  const { accepted = [], refused = [] } = Object.groupBy(wanted, (fact) => (isSaid(fact) ? 'accepted' : 'refused'));
  const hasDropped = usable.length < facts.length;
  return { accepted: accepted.map((fact) => complete(fact, source)), refused, hasDropped };
}
