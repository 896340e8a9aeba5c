import { z } from 'zod';

const text = z.string().trim().min(1).max(4_000);

/** Groups of spellings. A text fits if it contains a spelling of every group. A trailing space ends a word. */
export const wordsSchema = z.array(z.array(z.string().min(1)).min(1)).min(1);
export type Words = z.infer<typeof wordsSchema>;
/** A text that fits, for scripted answers. */
export const spellOut = (words: Words): string => words.map(([spelling = '']) => spelling).join(' ');

/** Something that an answer has to hold, as a sentence and as the words by which it is recognized. */
export const pointSchema = z.strictObject({ says: text, words: wordsSchema });
export type Point = z.infer<typeof pointSchema>;
/** Something that no answer may hold, and why. */
export const neverSchema = z.strictObject({ why: text, words: wordsSchema });

/** Lower case, straight quotation marks and single spaces, so that only the wording counts. */
export const plain = (written: string): string =>
  written
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ');

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** Whether a spelling stands in a text, and not inside a longer number: 9:00 isn’t part of 19:00. */
function stands(spelling: string, said: string): boolean {
  for (let start = said.indexOf(spelling); start !== -1; start = said.indexOf(spelling, start + 1)) {
    const end = start + spelling.length;
    const isCut =
      (isDigit(said[start - 1]) && isDigit(spelling[0])) || (isDigit(said[end]) && isDigit(spelling.at(-1)));
    if (!isCut) return true;
  }
  return false;
}

/** Whether a text says what these words stand for. */
export function fits(written: string, words: Words): boolean {
  const said = plain(`${written} `);
  return words.every((group) => group.some((spelling) => stands(plain(spelling), said)));
}

/** Whether a text gives away what these words stand for: also as part of a longer number, such as that of a card. */
export function leaks(written: string, words: Words): boolean {
  const said = plain(written);
  return words.every((group) => group.some((spelling) => said.includes(plain(spelling))));
}
