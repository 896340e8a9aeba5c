import { DatabaseError } from '../database-error.ts';

/** What the driver calls a result: an array of rows with the figures that PostgreSQL ended the statement with. */
type Result = ArrayLike<unknown> & {
  command: string;
  count: number | null;
  columns?: ArrayLike<unknown> | undefined;
};
/** A statement without parameters may hold several commands. If more than one of them has rows, it has a result for each. */
export type Answer = Result | Result[];

/** `count` says how many rows the statement returned or changed; `command` is what PostgreSQL did. Several commands have neither. */
export type Rows = { rows: unknown[]; count: number; command: string };

/** The code of results that can't be trusted. Their connection is closed (`postgres-pool.ts`). */
export const ROWS_DO_NOT_ADD_UP = 'ROWS_DO_NOT_ADD_UP';

function rowsOfResult(result: Result): unknown[] {
  const { length, count } = result;
  // An insert without "returning" counts what it changed and has no rows. "select from" has rows without columns.
  if (length === 0 && !result.columns?.length) return [];
  const all = Array.from(result);
  // SHOW and EXPLAIN have rows and don't count them.
  if (count === null) return all.filter((_, index) => index in result);
  const isFilled = (index: number) => index in result;
  const isWhole = count <= length && (count === 0 || isFilled(length - count)) && !isFilled(length - count - 1);
  if (!isWhole)
    throw new DatabaseError(`the driver has ${length} places for ${count} rows`, { code: ROWS_DO_NOT_ADD_UP });
  return count === length ? all : all.slice(length - count);
}

/**
 * The rows of a result: exactly the last `count`. postgres.js 3.4.9 empties its rows when a statement completes, but not when one ends in an
 * error, so that the next result on that connection has as many holes in front as rows of the failed statement had arrived (upstream
 * issues 1119 and 1181). Throws a DatabaseError when the rows don't add up even so.
 */
export function readRows(answer: Answer): Rows {
  if ('count' in answer) return { rows: rowsOfResult(answer), count: answer.count ?? 0, command: answer.command };
  return { rows: answer.flatMap(rowsOfResult), count: 0, command: '' };
}
