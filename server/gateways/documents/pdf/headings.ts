import { type Line, lineText, type Page } from './lines.ts';

/** How much larger than the body a heading is, how long it may be, and how many sizes of headings are told apart. */
const LARGER = 1.15;
const MAX_LENGTH = 100;
/** A heading begins with a word, perhaps after its number, and has no leaders as in a table of contents. */
const MAY_BE_HEADING = /^(?:\d+(?:\.\d+)*\.? )?\p{L}(?!.*\.{3})/u;
const MAX_DEPTH = 3;
/** Above this share of the text, large letters aren't headings: a flyer, a menu or slides. */
const MAX_SHARE = 0.25;

/** Sizes as they are compared: writers round them differently. */
const rounded = (size: number) => Math.round(size * 2) / 2;

/** Finds the headings of a document by their size. Returns a line's depth, or null if it isn't a heading. */
export function findHeadings(lines: Line[]): (line: Line) => number | null {
  const lengths = new Map<number, number>();
  for (const line of lines)
    lengths.set(rounded(line.size), (lengths.get(rounded(line.size)) ?? 0) + lineText(line).length);
  const [body] = [...lengths].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  const mayBeHeading = (line: Line) => {
    const text = lineText(line);
    const isLarger = rounded(line.size) >= body * LARGER;
    return (
      isLarger &&
      line.segments.length === 1 &&
      text.length <= MAX_LENGTH &&
      MAY_BE_HEADING.test(text) &&
      !/[.,;]$/.test(text)
    );
  };
  const headings = lines.filter(mayBeHeading);
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const inHeadings = headings.reduce((sum, line) => sum + lineText(line).length, 0);
  if (inHeadings > total * MAX_SHARE) return () => null;
  const sizes = [...new Set(headings.map(({ size }) => rounded(size)))].toSorted((a, b) => b - a);
  return (line) => (mayBeHeading(line) ? Math.min(sizes.indexOf(rounded(line.size)) + 1, MAX_DEPTH) : null);
}

/** Where headers and footers are, as a share of the page's height. The repeated header row of a table that continues on the next page stands further down. */
const MARGIN = 0.08;

/** Headers and footers that stand on most pages, such as a page number or an address: only the first of each is kept. */
export function withoutRepeats(pages: Page[]): Line[][] {
  const isInMargin = (line: Line, { height }: Page) => line.y < height * MARGIN || line.y > height * (1 - MARGIN);
  const keyOf = (line: Line) => `${Math.round(line.y)} ${lineText(line).replaceAll(/\d+/g, '#')}`;
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(page.lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return pages.map((page) =>
    page.lines.filter((line) => {
      const key = keyOf(line);
      if (!isInMargin(line, page) || (counts.get(key) ?? 0) <= pages.length / 2) return true;
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    }),
  );
}
