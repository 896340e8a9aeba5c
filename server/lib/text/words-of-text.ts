/** A word or a number in a text: in lower case without accents, and where it stands. */
export type Word = { word: string; start: number; end: number };

const plain = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/**
 * The words and runs of digits of a text. Punctuation only separates them: `l’année` is two words, and so is `24th`.
 */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\d+|[\p{L}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: plain(word),
    start: index,
    end: index + word.length,
  }));
