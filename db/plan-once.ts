import type { PGlite } from '@electric-sql/pglite';
import { isCompiledOnce } from './compile-once.ts';

/** For shorter statements, writing the values as text would take longer than planning. */
const LONG = 10_000;

/**
 * Suits tables of every size: the embedded database collects no statistics, and a plan that was made for a few rows
 * would use a sequential scan even when there are thousands.
 */
const WITHOUT_SEQUENTIAL_SCANS = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;';

/** A value as a text that PostgreSQL converts to its parameter's type. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const textOf = (one: unknown) => (one instanceof Date ? one.toISOString() : String(one));
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(textOf(item))).join(',')}}`
    : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Runs queries on the embedded database, which would parse and plan each one each time. A long statement that is
 * compiled once is also planned only once, as PostgreSQL itself does after planning a statement five times.
 */
export function planOnce(pglite: PGlite): PGlite['query'] {
  const names = new Map<string, string>();
  return async <T>(text: string, values: unknown[] = [], options?: Parameters<PGlite['query']>[2]) => {
    if (text.length < LONG || !isCompiledOnce(text)) return pglite.query<T>(text, values, options);
    const literals = values.map(literalOf).join(', ');
    // PostgreSQL rejects NUL in a parameter; in the text of a statement, NUL would end the statement.
    if (literals.includes('\0')) return pglite.query<T>(text, values, options);
    const name = names.get(text) ?? `planned_${names.size + 1}`;
    if (!names.has(text)) {
      await pglite.exec(`prepare ${name} as ${text}`);
      names.set(text, name);
    }
    const results = await pglite.exec(`${WITHOUT_SEQUENTIAL_SCANS} execute ${name}(${literals})`, options);
    return results.at(-1) as Awaited<ReturnType<typeof pglite.query<T>>>; // reason: of the last statement
  };
}
