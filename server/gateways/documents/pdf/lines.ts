/** A piece of text on a page as the PDF places it. `x` and `y` are its left end and its baseline, from the top left corner. */
export type Glyphs = { text: string; x: number; y: number; width: number; size: number; isRightToLeft: boolean };
/** Text without a wide gap in it: a whole line of prose, or a cell of a table. */
export type Segment = { text: string; left: number; right: number; size: number };
export type Line = { y: number; size: number; segments: Segment[] };
export type Page = { height: number; lines: Line[] };

/** What counts as one baseline, a gap between words and one between columns, as shares of the font size. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.15;
const COLUMN_GAP = 0.9;

export const lineText = (line: Line): string => line.segments.map(({ text }) => text).join(' ');

/** Dots that lead the eye to a price or a page number. */
const LEADERS = /(?:[.…·] ?){4,}/g;

/**
 * The mark of a list item. Symbol fonts use private code points for it; Word's second level uses the letter o.
 */
const BULLET = /^[•◦▪▫‣·∙●○■□➢➤►❖\p{Co}]$/u;
const MARK = /^(?:[*o–-]|\[[ x]\]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?)$/iu;
/** How far a list item's text may be from its mark, in font sizes: at the beginning of a line, and further along. */
const INDENT = 6;
const INNER_INDENT = 3;
/** The character we write for every bullet. */
export const BULLET_TEXT = '-';

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

const gapBetween = (one: { left: number; right: number }, other: { left: number; right: number }) =>
  Math.max(other.left - one.right, one.left - other.right);

/** Joins the marks of list items with their texts: the gap between them is an indent, not the gap of a column. */
function joinMarks(segments: Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const mark = joined.at(-1);
    const isFirst = joined.length === 1;
    const isMark = mark && (BULLET.test(mark.text) || (isFirst && segments.length === 2 && MARK.test(mark.text)));
    const isText = /[\p{L}\p{N}]/u.test(segment.text);
    if (!isMark || !isText || gapBetween(mark, segment) > (isFirst ? INDENT : INNER_INDENT) * segment.size)
      joined.push(segment);
    else
      joined[joined.length - 1] = {
        text: `${mark.text} ${segment.text}`,
        left: Math.min(mark.left, segment.left),
        right: Math.max(mark.right, segment.right),
        size: segment.size,
      };
  }
  return joined;
}

const withPlainBullet = (text: string) => {
  const [first = ''] = text.split(' ', 1);
  return BULLET.test(first) && text.length > first.length ? BULLET_TEXT + text.slice(first.length) : text;
};

function toSegments(glyphs: Glyphs[], lineSize: number): Segment[] {
  const lengthOf = (some: Glyphs[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const isRightToLeft = lengthOf(glyphs.filter((one) => one.isRightToLeft)) > lengthOf(glyphs) / 2;
  const segments: Segment[] = [];
  for (const { text, x, width, size } of inReadingOrder(glyphs, isRightToLeft)) {
    const last = segments.at(-1);
    const gap = last ? gapBetween(last, { left: x, right: x + width }) : Infinity;
    if (!last || gap > COLUMN_GAP * lineSize) segments.push({ text, left: x, right: x + width, size });
    else {
      last.text += gap > WORD_GAP * lineSize ? ` ${text}` : text;
      last.left = Math.min(last.left, x);
      last.right = Math.max(last.right, x + width);
      last.size = Math.max(last.size, size);
    }
  }
  const trimmed = segments.map((segment) => ({ ...segment, text: segment.text.trim() }));
  return joinMarks(trimmed).map((segment) => ({
    ...segment,
    text: withPlainBullet(segment.text).replaceAll(LEADERS, '... '),
  }));
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
