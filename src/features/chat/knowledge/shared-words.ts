export type TextPart = { text: string; isHit: boolean };

/** A figure such as `2.4` or `$1,200`, or a word. */
const WORD = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu;
const LETTERS_MIN = 4;
/** How much longer a word may be than another of which it is a form, such as a plural. */
const ENDING_MAX = 2;
/** What may stand between two hits that are marked as one: a short word at most. */
const BETWEEN = /^[^\p{L}\p{N}]*(?:[\p{L}\p{N}]{1,3}[^\p{L}\p{N}]+)?$/u;
const SENTENCE_END = /[.!?…。！？]["”’»)]*\s/gu;
/** English words that say nothing about what a sentence shares with another. */
const COMMON = new Set(
  'about also could from have into just more only over should some than that their them then there they this were what when which will with would your'.split(
    ' ',
  ),
);

const hasFigure = (word: string) => /\p{N}/u.test(word);
const isTelling = (word: string) => hasFigure(word) || (word.length >= LETTERS_MIN && !COMMON.has(word));
const wordsOf = (text: string) => Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word).filter(isTelling);

function isForm(word: string, other: string): boolean {
  if (word === other) return true;
  if (hasFigure(word) || hasFigure(other)) return false;
  const [long, short] = word.length > other.length ? [word, other] : [other, word];
  return long.startsWith(short) && long.length - short.length <= ENDING_MAX;
}

/** Splits a text where it shares words with a sentence, in any case and with any plural; neighbors are one part. */
export function splitAtShared(text: string, sentence: string): TextPart[] {
  const wanted = wordsOf(sentence);
  const hits: { from: number; to: number }[] = [];
  for (const found of text.matchAll(WORD)) {
    const word = found[0].toLowerCase();
    if (!isTelling(word) || !wanted.some((other) => isForm(word, other))) continue;
    const to = found.index + word.length;
    const last = hits.at(-1);
    if (last && BETWEEN.test(text.slice(last.to, found.index))) last.to = to;
    else hits.push({ from: found.index, to });
  }
  let end = 0;
  const parts = hits.flatMap(({ from, to }) => {
    const before = { text: text.slice(end, from), isHit: false };
    end = to;
    return [before, { text: text.slice(from, to), isHit: true }];
  });
  return [...parts, { text: text.slice(end), isHit: false }].filter((part) => part.text !== '');
}

/** The sentence that a text ends with. */
export function lastSentence(text: string): string {
  const trimmed = text.trim();
  // Only what is before its own full stop can be the end of another.
  const ends = [...trimmed.slice(0, -1).matchAll(SENTENCE_END)];
  const last = ends.at(-1);
  return last ? trimmed.slice(last.index + last[0].length) : trimmed;
}
