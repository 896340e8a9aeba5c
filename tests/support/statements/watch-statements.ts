import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultQueryExecutor, type CompiledQuery } from 'kysely';
import { findLockProblem, tablesLockedBy } from './lock-order.ts';
import { normalizeStatement } from './normalize-statement.ts';
import { readStatements } from './statement-files.ts';

/** While `npm run db:statements` runs: the folder in which each worker notes what it has seen. */
const RECORD_IN = process.env['STATEMENTS_FOLDER'];
/** Stack frames between a query and Kysely. */
const NOT_CALLERS = /\/node_modules\/|\/db\/(?:compile-once|run-search)\.ts|\/watch-statements\.ts/;
const OURS = /\/((?:db|server|sandbox|scripts|src|tests)\/[\w./-]+\.tsx?)/;

/** The file of db/queries that runs a statement, or null if something else does, such as a test. */
function originOf(stack: string): string | null {
  const line = stack.split('\n').find((frame) => OURS.test(frame) && !NOT_CALLERS.test(frame));
  return /\/db\/queries\/([\w/-]+\.ts)/.exec(line ?? '')?.[1] ?? null;
}

type Watch = { takeComplaints: () => string[] };

function watch(): Watch {
  const saved = new Set(RECORD_IN === undefined ? readStatements().map(({ text }) => text) : []);
  /** Statements as they were sent: most are sent again and again. */
  const checked = new Map<string, ReadonlySet<string>>();
  const recorded = new Set<string>();
  const held = new WeakMap<object, Set<string>>();
  const lockedThrough = new WeakMap<object, Set<string>>();
  let complaints: string[] = [];

  function record(folder: string, text: string): void {
    const origin = originOf(new Error().stack ?? '');
    if (origin === null || recorded.has(`${origin} ${text}`)) return;
    recorded.add(`${origin} ${text}`);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ file: origin, text })}\n`);
  }

  function check(sent: string): ReadonlySet<string> {
    const text = normalizeStatement(sent);
    if (RECORD_IN !== undefined) record(RECORD_IN, text);
    else if (!saved.has(text)) {
      const origin = originOf(new Error().stack ?? '');
      if (origin !== null)
        complaints.push(
          `db/queries/${origin} runs a statement that isn't in db/statements: npm run db:statements\n${text}`,
        );
    }
    return tablesLockedBy(text);
  }

  function onStatement(executor: object, { sql }: CompiledQuery): void {
    const locked = (RECORD_IN === undefined ? checked.get(sql) : undefined) ?? check(sql);
    checked.set(sql, locked);
    const transaction = held.get(executor);
    if (!transaction) return;
    const problem = findLockProblem(transaction, locked);
    if (problem !== null) complaints.push(`${problem} in the same transaction\n${sql}`);
    for (const table of locked) transaction.add(table);
  }

  // oxlint-disable-next-line typescript/unbound-method -- reason: both are applied to the executor they are called on
  const { executeQuery, withConnectionProvider } = DefaultQueryExecutor.prototype;
  Object.assign(DefaultQueryExecutor.prototype, {
    executeQuery(this: DefaultQueryExecutor, ...input: Parameters<typeof executeQuery>) {
      onStatement(this, input[0]);
      return executeQuery.apply(this, input);
    },
    // Each transaction has a provider of its own, and Kysely makes an executor on it for each of its statements.
    withConnectionProvider(this: DefaultQueryExecutor, ...input: Parameters<typeof withConnectionProvider>) {
      const executor = withConnectionProvider.apply(this, input);
      const [provider] = input;
      const locked = lockedThrough.get(provider) ?? new Set<string>();
      lockedThrough.set(provider, locked);
      held.set(executor, locked);
      return executor;
    },
  });
  return {
    takeComplaints: () => {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

const WATCH = Symbol.for('tenfold.statements');
const shared = globalThis as { [WATCH]?: Watch }; // reason: the test files of a worker share kysely, and this file may be loaded again

/** What is wrong with the statements that ran since the last call: unknown ones, and locks in the wrong order. */
export const takeComplaints = (): string[] => (shared[WATCH] ??= watch()).takeComplaints();
