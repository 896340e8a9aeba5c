/**
 * The tables whose rows are locked in this order, in every transaction: docs/architecture.md, "The order of locks". Two
 * transactions that lock the same rows in different orders can deadlock, and PostgreSQL then aborts one.
 */
export const LOCK_ORDER = ['users', 'profiles'];

const CHANGED = /\b(?:update|delete from|insert into) "?(\w+)"?/gi;
const LOCKED = /\bfor (?:no key update|update|share|key share)\b(?: of "?(\w+)"?)?/gi;
/** A table that a statement reads, and what it calls it. */
const READ =
  /\b(?:from|join) "?(\w+)"?(?:\s+(?:as )?"?(?!(?:where|inner|left|cross|join|on|order|for|limit|using)\b)(\w+)"?)?/gi;

/** The select in which the lock at `end` stands, without what is in parentheses. */
function selectBefore(statement: string, end: number): string {
  let text = '';
  let depth = 0;
  for (let at = end - 1; at >= 0 && depth >= 0; at -= 1) {
    if (statement[at] === ')') depth += 1;
    else if (statement[at] === '(') depth -= 1;
    else if (depth === 0) text = statement.charAt(at) + text;
  }
  return text.split(/\bselect\b/i).at(-1) ?? '';
}

/** The tables that a `for update` locks: those after `of`, or all that its select reads. */
function tablesOf(statement: string, { index, 1: only }: RegExpExecArray): string[] {
  const read = [...selectBefore(statement, index).matchAll(READ)];
  return read
    .filter(([, table, alias]) => only === undefined || (alias ?? table) === only)
    .map(([, table = '']) => table);
}

/** New rows lock nothing that others have, unless they meet one that is there. */
const isNewRow = (statement: string, match: RegExpExecArray) =>
  /^insert/i.test(match[0]) && !/\bdo update set\b/i.test(statement.slice(match.index));

/** The tables of LOCK_ORDER in which a statement locks rows that are there. */
export function tablesLockedBy(statement: string): Set<string> {
  const changed = [...statement.matchAll(CHANGED)].filter((match) => !isNewRow(statement, match));
  const named = [
    ...changed.map(([, table = '']) => table),
    ...[...statement.matchAll(LOCKED)].flatMap((match) => tablesOf(statement, match)),
  ];
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
