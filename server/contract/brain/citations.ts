/** Models also write several citations in one pair of brackets. */
const CITATIONS = String.raw`\[f\d{1,6}(?:[,;] ?f\d{1,6})*\]`;
/** What the end of a text may be that breaks off inside a citation. */
const BEGUN = / ?\[(?:f[\df,; ]*)?$/;
/** Code in Markdown, fenced or within a line. Code that nothing closes ends with the text. */
const CODE = /(?<=^|\n) {0,3}(`{3,}|~{3,})[^]*?(?:\n {0,3}\1|$)|(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))*?(?<!`)\2(?!`)/
  .source;

const numbersIn = (citation: string): number[] => Array.from(citation.matchAll(/\d+/g), ([digits]) => Number(digits));

/** A text without a citation at its end of which only the beginning is there. */
export const withoutBegunCitation = (text: string): string => text.replace(BEGUN, '');

/** Splits a text that isn't code at its citations: each is the list of its numbers, and the space before it goes with it. */
export function splitAtCitations(text: string): (string | number[])[] {
  const parts: (string | number[])[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(` ?${CITATIONS}`, 'g'))) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(numbersIn(found[0]));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The numbers that an answer cites. What looks like a citation in its code is none. */
export function citedNumbers(markdown: string): Set<number> {
  const numbers = new Set<number>();
  for (const [found] of markdown.matchAll(new RegExp(`${CODE}|${CITATIONS}`, 'g')))
    if (found.startsWith('[')) for (const number of numbersIn(found)) numbers.add(number);
  return numbers;
}

/** An answer without its citations, for wherever it's shown or copied as text. Its code is left alone. */
export function withoutCitations(markdown: string): string {
  const plain = markdown.replace(new RegExp(`${CODE}| ?${CITATIONS}`, 'g'), (found) =>
    /^ ?\[/.test(found) ? '' : found,
  );
  return withoutBegunCitation(plain);
}
