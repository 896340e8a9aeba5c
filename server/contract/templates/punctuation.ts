/** How a value ends in its place. */
export type Ending = 'sentence' | 'phrase' | 'question';

/** Abbreviations that keep their period. Those that are also words, such as “no” and “sun”, aren’t among them. */
const ABBREVIATIONS = new Set(
  `co inc ltd corp bros assoc dept est etc vs approx apt ste st ave blvd rd ln hwy pkwy sq mt ft dr mr mrs ms jr sr
  prof rev gen capt jan feb apr aug sept oct nov dec mon tue tues wed thu thurs fri min hr hrs lb lbs oz pt qt gal
  tbsp tsp pkg doz`.split(/\s+/),
);

/** Whether the last period belongs to an abbreviation: “Acme Inc.”, “4 p.m.”, “Dana K.”. */
function endsInAbbreviation(text: string): boolean {
  const word =
    text
      .slice(-20, -1)
      .split(/[^\p{L}.]/u)
      .at(-1) ?? '';
  const isInitial = /^\p{Lu}$/u.test(word) && word !== 'I';
  return isInitial || /^(?:\p{L}\.)+\p{L}+$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/** Letters, digits and the like, after which a sentence needs a period. Symbols such as emoji end it themselves. */
const NEEDS_PERIOD = /[\p{L}\p{N}\p{Sc})%°]$/u;

const ASKS =
  /^(?:(?:and|but|or|so|now),? )?(?:what|which|who|whom|whose|where|when|why|how|do|does|did|are|is|am|was|were|can|could|would|will|should|have|has|had|may|any)\b/i;

/** Whether the last sentence of a text asks something, by the word that it begins with. */
const isQuestion = (text: string): boolean => ASKS.test(text.split(/(?<=[.!?]) /).at(-1) ?? '');

/**
 * A sentence gets the period it lacks. A phrase loses the one it has, because the text goes on after it, unless it
 * belongs to an abbreviation. A question gets its question mark, unless its words don’t ask: then it’s a sentence.
 */
export function withEnding(text: string, ending: Ending | undefined): string {
  if (ending === undefined) return text;
  const isStop = text.endsWith('.') && !text.endsWith('..') && !endsInAbbreviation(text);
  if (ending === 'phrase') return isStop ? text.slice(0, -1) : text;
  const isAsked = ending === 'question' && isQuestion(text);
  if (isAsked && (isStop || NEEDS_PERIOD.test(text))) return `${isStop ? text.slice(0, -1) : text}?`;
  return NEEDS_PERIOD.test(text) ? `${text}.` : text;
}

/** Names such as iPad keep their letters. */
export const capitalized = (text: string): string =>
  text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());

/**
 * How many characters after a value repeat the mark that it ends with: one for the period after “Acme Inc.” or “Who’s
 * there?”, so that a sentence never ends twice.
 */
export function repeatedMark(value: string, after: string): 0 | 1 {
  const mark = /([.?!…])[”"]?$/.exec(value)?.[1];
  const isEnd = /^[.?!](?![\p{L}\p{N}.])/u.test(after);
  return mark !== undefined && isEnd && (after.startsWith('.') || after.startsWith(mark)) ? 1 : 0;
}
