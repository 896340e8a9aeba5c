/**
 * The tables whose rows are locked in this order, in every transaction: docs/architecture.md, "The order of locks". Two transactions that
 * lock the same rows in different orders wait for each other, until PostgreSQL ends one of them.
 */
export const LOCK_ORDER = ['users', 'profiles'];

const CHANGED = /\b(?:update|delete from|insert into) "?(\w+)"?/gi;
const LOCKED = /\bfrom "?(\w+)"?(?:(?!\bfrom\b)[^])*?\bfor (?:no key update|update|share|key share)\b/gi;
/** New rows lock nothing that others have, unless they meet one that is there. */
const isNewRow = (statement: string, match: RegExpExecArray) =>
  /^insert/i.test(match[0]) && !/\bdo update set\b/i.test(statement.slice(match.index));

/** The tables of LOCK_ORDER in which a statement locks rows that are there. */
export function tablesLockedBy(statement: string): Set<string> {
  const changed = [...statement.matchAll(CHANGED)].filter((match) => !isNewRow(statement, match));
  const named = [...changed, ...statement.matchAll(LOCKED)].map(([, table = '']) => table);
  return new Set(named.filter((table) => LOCK_ORDER.includes(table)));
}

/** A problem if a transaction that has locked `held` locks these tables now; otherwise null. */
export function findLockProblem(held: ReadonlySet<string>, now: ReadonlySet<string>): string | null {
  const rank = (table: string) => LOCK_ORDER.indexOf(table);
  for (const table of now)
    for (const earlier of held)
      if (!held.has(table) && rank(table) < rank(earlier))
        return `rows of ${table} are locked after rows of ${earlier}`;
  return null;
}
