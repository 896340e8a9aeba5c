import { DatabaseError } from '../database-error.ts';

/** A result of the driver: an array of rows, with the command and row count that PostgreSQL reported. */
type Result = ArrayLike<unknown> & {
  command: string;
  count: number | null;
  columns?: ArrayLike<unknown> | undefined;
};
/**
 * A statement without parameters may contain several commands. If more than one of them returns rows, there is a result
 * for each.
 */
export type Answer = Result | Result[];

/**
 * `count` is how many rows the statement returned or changed; `command` is what PostgreSQL did. Several commands have
 * neither.
 */
export type Rows = { rows: unknown[]; count: number; command: string };

/** The code of results that can't be trusted. Their connection is closed (`postgres-pool.ts`). */
export const ROWS_DO_NOT_ADD_UP = 'ROWS_DO_NOT_ADD_UP';

function rowsOfResult(result: Result): unknown[] {
  const { length, count } = result;
  // An insert without "returning" counts the rows it changed and returns none. "select from"
  // returns rows without columns.
  if (length === 0 && !result.columns?.length) return [];
  const all = Array.from(result);
  // SHOW and EXPLAIN return rows but don't count them.
  if (count === null) return all.filter((_, index) => index in result);
  const isFilled = (index: number) => index in result;
  const isWhole = count <= length && (count === 0 || isFilled(length - count)) && !isFilled(length - count - 1);
  if (!isWhole)
    throw new DatabaseError(`the driver has ${length} places for ${count} rows`, { code: ROWS_DO_NOT_ADD_UP });
  return count === length ? all : all.slice(length - count);
}

/**
 * Returns the rows of a result: exactly the last `count`. postgres.js 3.4.9 clears its row array when a statement
 * completes, but not when one fails, so the next result on that connection starts with one hole for each row of the
 * failed statement that had arrived (upstream issues 1119 and 1181). Throws a DatabaseError if the rows still don't
 * match the count.
 */
export function readRows(answer: Answer): Rows {
  if ('count' in answer) return { rows: rowsOfResult(answer), count: answer.count ?? 0, command: answer.command };
  return { rows: answer.flatMap(rowsOfResult), count: 0, command: '' };
}
