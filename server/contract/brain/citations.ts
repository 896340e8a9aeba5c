import { splitAtCode } from './split-at-code.ts';

/** `f7` is a fact, `p12` a passage, `m1` a message of another conversation (`markOf`). */
const MARK = String.raw`[fpm]\d{1,6}`;
/** Models also write several marks in one pair of brackets. */
const CITATIONS = String.raw`\[${MARK}(?:[,;] ?${MARK})*\]`;
/** What the end of a text may be that breaks off inside a citation. */
const BEGUN = / ?\[(?:[fpm][\dfpm,; ]*)?$/;

/** Without leading zeros, so that each mark is written in one way. */
const marksIn = (citation: string): string[] =>
  Array.from(citation.matchAll(/([fpm])(\d+)/g), ([, letter, digits]) => `${letter}${Number(digits)}`);
/** The mark that this text is, if it is nothing else. */
export const asMark = (text: string): string | null =>
  new RegExp(`^${MARK}$`).test(text) ? (marksIn(text)[0] ?? null) : null;

/** A text without a citation at its end of which only the beginning is there. */
export const withoutBegunCitation = (text: string): string => text.replace(BEGUN, '');

/** Splits a text that isn't code at its citations: each is the list of its marks, and the space before it goes with it. */
export function splitAtCitations(text: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(` ?${CITATIONS}`, 'g'))) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(marksIn(found[0]));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The marks that an answer cites. What looks like a citation in its code is none. */
export function citedMarks(markdown: string): Set<string> {
  const marks = new Set<string>();
  for (const { text, isCode } of splitAtCode(markdown))
    if (!isCode)
      for (const [citation] of text.matchAll(new RegExp(CITATIONS, 'g')))
        for (const mark of marksIn(citation)) marks.add(mark);
  return marks;
}

/** An answer without its citations, for wherever it's shown or copied as text. Its code is left alone. */
export function withoutCitations(markdown: string): string {
  const plain = splitAtCode(markdown).map(({ text, isCode }) =>
    isCode ? text : text.replaceAll(new RegExp(` ?${CITATIONS}`, 'g'), ''),
  );
  return withoutBegunCitation(plain.join(''));
}
