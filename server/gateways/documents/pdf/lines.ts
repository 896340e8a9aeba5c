/** A piece of text on a page as the PDF places it. `x` and `y` are its left end and its baseline, from the top left corner. */
export type Glyphs = { text: string; x: number; y: number; width: number; size: number; isRightToLeft: boolean };
/** Text without a wide gap in it: a whole line of prose, or a cell of a table. */
export type Segment = { text: string; left: number; right: number };
export type Line = { y: number; size: number; segments: Segment[] };
export type Page = { height: number; lines: Line[] };

/** What counts as one baseline, a gap between words and one between columns, as shares of the font size. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.15;
const COLUMN_GAP = 1.5;

export const lineText = (line: Line): string => line.segments.map(({ text }) => text).join(' ');

function toSegments(glyphs: Glyphs[], size: number): Segment[] {
  const segments: Segment[] = [];
  for (const { text, x, width } of glyphs.toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1);
    const gap = last ? x - last.right : Infinity;
    if (!last || gap > COLUMN_GAP * size) segments.push({ text, left: x, right: x + width });
    else {
      last.text += gap > WORD_GAP * size ? ` ${text}` : text;
      last.right = Math.max(last.right, x + width);
    }
  }
  return segments;
}

/** A line that is written from right to left, read in that order. */
function toSegmentsFromRight(glyphs: Glyphs[], size: number): Segment[] {
  const mirrored = glyphs.map((one) => ({ ...one, x: -(one.x + one.width) }));
  return toSegments(mirrored, size).map(({ text, left, right }) => ({ text, left: -right, right: -left }));
}

/** The lines of a page from top to bottom, whatever the order in which the PDF draws them. */
export function toLines(glyphs: Glyphs[]): Line[] {
  const groups: Glyphs[][] = [];
  for (const one of glyphs.toSorted((a, b) => a.y - b.y)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && one.y - first.y <= SAME_LINE * Math.max(first.size, one.size)) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => {
    const size = Math.max(...group.map((one) => one.size));
    const fromRight = group.filter((one) => one.isRightToLeft).length > group.length / 2;
    const segments = fromRight ? toSegmentsFromRight(group, size) : toSegments(group, size);
    return { y: Math.max(...group.map(({ y }) => y)), size, segments };
  });
}
