import { describeRows, joinCells } from '../tables/table-rows.ts';
import { isDivided, type IsSaid, joinDivided } from './divided-words.ts';
import { type Line, lineText, type Segment } from './lines.ts';

/** A gap between lines that separates paragraphs, as a share of the font size. Lines of one paragraph are at most that far apart. */
const PARAGRAPH_GAP = 1.7;
/** A line that ends before this share of the paragraph's width is its last. */
const FULL_LINE = 0.75;
/** A list item, or a form's checkbox. */
const ITEM = /^(?:[*–-]|\[[ x]\]|\(?(?:\d{1,3}|[a-z])[.)])\s/i;

/** A gap within a line that only a table has, as a share of the font size. Justified prose has smaller ones. */
const CELL_GAP = 1.5;

/** Lines of a list without marks begin like this, and none is wider than this share of the page. */
const ITEM_START = /^[\p{Lu}\p{N}$€£“"]/u;
const ITEM_WIDTH = 0.5;

export type PageText = { isSaid: IsSaid; width: number };

const hasCells = (line: Line | undefined) => (line?.segments.length ?? 0) > 1;
const hasWideGap = ({ segments, size }: Line) =>
  segments.some(({ left }, index) => index > 0 && left - (segments[index - 1]?.right ?? left) > CELL_GAP * size);

/** The columns of a table: the stretches of a line that its cells cover. */
function findColumns(lines: Line[]): Segment[] {
  const columns: Segment[] = [];
  const cells = lines.filter(hasCells).flatMap(({ segments }) => segments);
  for (const cell of cells.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && cell.left < last.right) last.right = Math.max(last.right, cell.right);
    else columns.push({ ...cell });
  }
  return columns;
}

/** Describes the rows with their header where the cells line up, and lists the cells where they don't. */
function describeTable(lines: Line[]): string {
  const columns = findColumns(lines);
  const columnOf = (cell: Segment) => columns.findIndex(({ left, right }) => cell.left < right && cell.right > left);
  const isGrid = lines
    .filter(hasCells)
    .every(({ segments }) => new Set(segments.map(columnOf)).size === segments.length);
  if (!isGrid) return lines.map(({ segments }) => joinCells(segments.map(({ text }) => text))).join('\n');
  const rows = lines.map(({ segments }, index) => {
    const cells = columns.map(() => '');
    for (const segment of segments) cells[Math.max(columnOf(segment), 0)] = segment.text;
    return { row: index + 1, cells };
  });
  return describeRows(rows)
    .map(({ text }) => text)
    .join('\n');
}

/** Lines of prose as paragraphs, without the breaks that only the width of the page made. */
function joinLines(lines: Line[], { isSaid, width }: PageText): string {
  const right = Math.max(...lines.map(({ segments }) => segments.at(-1)?.right ?? 0));
  const left = Math.min(...lines.map(({ segments }) => segments[0]?.left ?? 0));
  const isList = right - left < width * ITEM_WIDTH && lines.every((line) => ITEM_START.test(lineText(line)));
  let text = '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const next = lineText(line);
    if (!before) text = next;
    else if (line.y - before.y > PARAGRAPH_GAP * line.size) text += `\n\n${next}`;
    else if (isDivided(text, next) && !ITEM.test(next)) text = joinDivided(text, next, isSaid);
    else if (
      isList ||
      ITEM.test(next) ||
      next.includes('... ') ||
      (before.segments.at(-1)?.right ?? 0) < left + (right - left) * FULL_LINE
    )
      text += `\n${next}`;
    else text += ` ${next}`;
  }
  return text;
}

/** The text of consecutive lines: tables row by row, everything else by paragraphs. */
export function textOfLines(lines: Line[], page: PageText): string {
  const blocks: { isTable: boolean; lines: Line[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1);
    const [before, next] = [lines[index - 1], lines[index + 1]];
    const isRow = hasCells(line) && (hasWideGap(line) || hasCells(before) || hasCells(next));
    // A single line between rows is a heading among them, or a row with one cell.
    const isTable = isRow || (last?.isTable === true && hasCells(next));
    // Further up: the next column of the page.
    const isBelow = line.y >= (last?.lines.at(-1)?.y ?? 0);
    if (last?.isTable === isTable && isBelow) last.lines.push(line);
    else blocks.push({ isTable, lines: [line] });
  }
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const next = block.isTable ? describeTable(block.lines) : joinLines(block.lines, page);
    const isText = index > 0 && !block.isTable && blocks[index - 1]?.isTable === false;
    if (isText && isDivided(text, next) && !ITEM.test(next)) text = joinDivided(text, next, page.isSaid);
    // A sentence that goes on in the next column.
    else if (isText && /[\p{L},]$/u.test(text.slice(-2)) && /^\p{Ll}/u.test(next)) text += ` ${next}`;
    else text += index === 0 ? next : `\n\n${next}`;
  }
  return text;
}
