/** A piece of text on a page as the PDF places it. `x` and `y` are its left end and its baseline, from the top left corner. */
export type Glyphs = { text: string; x: number; y: number; width: number; size: number; isRightToLeft: boolean };
/** Text without a wide gap in it: a whole line of prose, or a cell of a table. */
export type Segment = { text: string; left: number; right: number };
export type Line = { y: number; size: number; segments: Segment[] };
export type Page = { height: number; lines: Line[] };

/** What counts as one baseline, a gap between words and one between columns, as shares of the font size. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.15;
const COLUMN_GAP = 0.9;

export const lineText = (line: Line): string => line.segments.map(({ text }) => text).join(' ');

/** Dots that lead the eye to a price or a page number. */
const LEADERS = /(?:[.…·] ?){4,}/g;

/** In the order in which the line is read. Words of the other direction within it stand in their own order. */
function inReadingOrder(glyphs: Glyphs[], isRightToLeft: boolean): Glyphs[] {
  const runs: Glyphs[][] = [];
  for (const one of glyphs.toSorted((a, b) => (isRightToLeft ? b.x - a.x : a.x - b.x))) {
    const run = runs.at(-1);
    if (run?.[0]?.isRightToLeft === one.isRightToLeft) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => (run[0]?.isRightToLeft === isRightToLeft ? run : run.toReversed()));
}

function toSegments(glyphs: Glyphs[], size: number): Segment[] {
  const lengthOf = (some: Glyphs[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const isRightToLeft = lengthOf(glyphs.filter((one) => one.isRightToLeft)) > lengthOf(glyphs) / 2;
  const segments: Segment[] = [];
  for (const { text, x, width } of inReadingOrder(glyphs, isRightToLeft)) {
    const last = segments.at(-1);
    const gap = last ? Math.max(x - last.right, last.left - (x + width)) : Infinity;
    if (!last || gap > COLUMN_GAP * size) segments.push({ text, left: x, right: x + width });
    else {
      last.text += gap > WORD_GAP * size ? ` ${text}` : text;
      last.left = Math.min(last.left, x);
      last.right = Math.max(last.right, x + width);
    }
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.replaceAll(LEADERS, '... ') }));
}

/** The lines of a page from top to bottom, whatever the order in which the PDF draws them. */
export function toLines(page: Glyphs[]): Line[] {
  const groups: Glyphs[][] = [];
  for (const one of page.toSorted((a, b) => a.y - b.y)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && one.y - first.y <= SAME_LINE * Math.max(first.size, one.size)) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => {
    const size = Math.max(...group.map((one) => one.size));
    return { y: Math.max(...group.map(({ y }) => y)), size, segments: toSegments(group, size) };
  });
}
