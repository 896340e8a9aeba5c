import { oneLine } from '../text/decode-text.ts';

/**
 * A row of a table, numbered from 1. Numbers that are skipped are empty rows, apart from the hidden ones right above
 * it.
 */
export type Row = { row: number; cells: string[]; hiddenAbove?: number };
/** A row as a text that means something on its own: "Item: Large bowl; Price: $38". `path` has the heading among the rows above it. */
export type RowText = { row: number; path: string[]; text: string };

const MAX_LABEL = 60;
/** Numbers, amounts, dates, addresses: what stands below a header, never in one. */
const IS_VALUE = /^[^\p{L}]*\d|@|:\/\//u;

const filled = ({ cells }: Row) => cells.filter((cell) => cell !== '');
const isLabel = (cell: string) => cell.endsWith(':');
/** Cells on one line. What follows a label with a colon is its value. */
export const joinCells = (cells: string[]): string =>
  cells.reduce((text, cell) => (text === '' ? cell : `${text}${isLabel(text) ? ' ' : '; '}${cell}`), '');
const isLone = (row: Row | undefined) => row !== undefined && filled(row).length === 1;

const isApart = (above: Row, below: Row) => below.row - (below.hiddenAbove ?? 0) - above.row > 1;

function looksLikeHeader(row: Row): boolean {
  const labels = filled(row);
  // A form: "Name:" and what was filled in.
  const isForm = labels.length % 2 === 0 && labels.every((label, index) => isLabel(label) === (index % 2 === 0));
  return (
    labels.length > 1 &&
    !isForm &&
    new Set(labels).size === labels.length &&
    labels.every((label) => label.length <= MAX_LABEL && !IS_VALUE.test(label))
  );
}

/** Describes each row with the labels of the header above it. A table may begin with a title, and a later block may have its own header. */
export function describeRows(table: Row[]): RowText[] {
  const rows = table.map((row) => ({ ...row, cells: row.cells.map(oneLine) })).filter((row) => filled(row).length > 0);
  const hasColumns = rows.some((row) => filled(row).length > 1);
  /** Text alone in the first column, above a row with several cells. */
  const mayBeHeading = (index: number) => {
    const [row, next] = [rows[index], rows[index + 1]];
    const first = row?.cells[0] ?? '';
    return hasColumns && isLone(row) && next && !isLone(next) && first !== '' && !IS_VALUE.test(first);
  };
  // One such row in the middle of a table is an item whose other cells are empty; several are headings.
  const hasHeadings = rows.filter((_, index) => mayBeHeading(index)).length > 1;
  const texts: RowText[] = [];
  let labels: string[] | undefined;
  let path: string[] = [];
  for (const [index, row] of rows.entries()) {
    const [before, next] = [rows[index - 1], rows[index + 1]];
    const isBlockStart = before === undefined || isApart(before, row);
    const isBelowTitle = isBlockStart || isLone(before);
    const hasRows = next !== undefined && !isApart(row, next) && (!isLone(next) || mayBeHeading(index + 1));
    if (
      isBelowTitle &&
      hasRows &&
      looksLikeHeader(row) &&
      (!labels || filled(next).some((cell) => IS_VALUE.test(cell)))
    ) {
      labels = row.cells.map((label) => (isLabel(label) ? label.slice(0, -1).trimEnd() : label));
      continue;
    }
    if (mayBeHeading(index) && (isBlockStart || hasHeadings)) {
      const [heading = ''] = filled(row);
      texts.push({ row: row.row, path: [], text: heading });
      path = [heading];
      continue;
    }
    // A remark that stands apart belongs to no column.
    const labelsHere = isLone(row) && isBlockStart ? undefined : labels;
    const described = row.cells.map((cell, column) =>
      cell && labelsHere?.[column] ? `${labelsHere[column]}: ${cell}` : cell,
    );
    texts.push({ row: row.row, path, text: joinCells(described.filter((cell) => cell !== '')) });
  }
  return texts;
}
