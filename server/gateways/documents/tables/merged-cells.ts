import { MAX_CELLS } from '../limits.ts';
import { DocumentRefusal } from '../reading.ts';
import type { Row } from './table-rows.ts';

/** Cells that a table shows as one: its first row and column, and how many it covers. */
export type Merge = { row: number; column: number; rows: number; columns: number };

const hasLetter = (cell: string | undefined) => cell !== undefined && /\p{L}/u.test(cell);

/** More groups aren't a header. */
const GROUPS_MAX = 50;

/** Merged cells in a header name a group of columns: "Price" above "retail" and "wholesale" becomes "Price retail". */
function nameGroups(rows: Map<number, string[]>, merges: Merge[]): void {
  const groups = merges.filter(({ rows: height, columns }) => height === 1 && columns > 1);
  for (const [row, ofRow] of Map.groupBy(groups, (merge) => merge.row)) {
    const [above, below] = [rows.get(row) ?? [], rows.get(row + 1) ?? []];
    const named = ofRow.filter(({ column }) => hasLetter(above[column]));
    const covers = ({ column, columns }: Merge, at: number) => at >= column && at < column + columns;
    // A title above the whole table groups nothing.
    const isHeader = above.some((cell, at) => cell !== '' && !named.some((merge) => covers(merge, at)));
    const hasNames = named.every(({ column, columns }) => {
      const cells = below.slice(column, column + columns);
      return cells.length === columns && cells.every(hasLetter);
    });
    if (!isHeader || named.length === 0 || named.length > GROUPS_MAX || !hasNames) continue;
    const header = below.map((cell, at) => {
      const group = named.find((merge) => covers(merge, at));
      return group ? `${above[group.column]} ${cell}` : cell || (above[at] ?? '');
    });
    rows.set(row + 1, header);
    rows.set(row, []);
  }
}

/**
 * Repeats the text of a cell that spans several rows in each of them, so that each row makes sense on its own.
 */
export function fillMerged(table: Row[], merges: Merge[]): Row[] {
  if (merges.length === 0) return table;
  const rows = new Map(table.map(({ row, cells }) => [row, [...cells]]));
  const last = table.at(-1)?.row ?? 0;
  let left = MAX_CELLS;
  for (const { row, column, rows: height } of merges) {
    const text = rows.get(row)?.[column] ?? '';
    const end = text === '' ? row : Math.min(row + height - 1, last);
    left -= end - row;
    if (left < 0) throw new DocumentRefusal('too_complex');
    for (let below = row + 1; below <= end; below += 1) {
      const cells = rows.get(below);
      if (!cells?.some((cell) => cell !== '')) continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
  }
  nameGroups(rows, merges);
  return table.map((row) => ({ ...row, cells: rows.get(row.row) ?? [] }));
}

export type SpannedCell = { text: string; columns: number; rows: number };

/** Rows whose cells say how many columns and rows they span, with each cell at its column. */
export function placeCells(table: SpannedCell[][], columnsMax: number): Row[] {
  const merges: Merge[] = [];
  /** The last row that a cell above covers, for each column. */
  const coveredTo: number[] = [];
  const rows = table.map((cells, index) => {
    const row = index + 1;
    const placed: string[] = [];
    for (const { text, columns, rows: height } of cells) {
      while ((coveredTo[placed.length] ?? 0) >= row) placed.push('');
      const column = placed.length;
      if (column >= columnsMax) break;
      const width = Math.min(Math.max(columns, 1), columnsMax - column);
      placed.push(text, ...Array.from({ length: width - 1 }, () => ''));
      if (height > 1) for (let at = column; at < column + width; at += 1) coveredTo[at] = row + height - 1;
      if (height > 1 || width > 1) merges.push({ row, column, rows: Math.max(height, 1), columns: width });
    }
    return { row, cells: placed };
  });
  return fillMerged(rows, merges);
}
