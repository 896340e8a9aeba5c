import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultQueryExecutor, type CompiledQuery } from 'kysely';
import { findLockProblem, tablesLockedBy } from './lock-order.ts';
import { normalizeStatement } from './normalize-statement.ts';
import { exportsOf } from './query-functions.ts';
import { readStatements } from './statement-files.ts';

/** While `npm run db:statements` runs: the folder in which each worker notes what it has seen. */
const RECORD_IN = process.env['STATEMENTS_FOLDER'];
/** Stack frames between a query and Kysely. */
const NOT_CALLERS = /\/node_modules\/|\/db\/(?:compile-once|run-search)\.ts|\/watch-statements\.ts/;
const OURS = /\/((?:db|server|sandbox|scripts|src|tests)\/[\w./-]+\.tsx?)/;

const QUERIES = join(import.meta.dirname, '../../../db/queries');
/** Kysely and what wraps a query have frames of their own between it and the function that asked. */
const FRAMES = 50;

const exported = new Map<string, ReadonlySet<string>>();
function exportsOfQueries(file: string): ReadonlySet<string> {
  const names = exported.get(file) ?? exportsOf(readFileSync(join(QUERIES, file), 'utf8'));
  exported.set(file, names);
  return names;
}

type Frame = { file: string; name: string | null };

/** The stack as it is: to find the lines of the source, as `Error.stack` does here, takes many times as long. */
function takeFrames(): Frame[] {
  // oxlint-disable-next-line typescript/unbound-method -- reason: only put back
  const { prepareStackTrace, stackTraceLimit } = Error;
  let frames: Frame[] = [];
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, sites) => {
    frames = sites.map((site) => ({ file: site.getFileName() ?? '', name: site.getFunctionName() }));
    return '';
  };
  void new Error('for its stack').stack;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return frames;
}

/**
 * The function of db/queries that runs a statement, such as `brain/facts.ts countLiveFacts`, or null if something else
 * does, such as a test. It is the exported one, also if a helper in its file sends the statement.
 */
export function originOf(stack: readonly Frame[]): string | null {
  const ours = stack.filter(({ file }) => OURS.test(file) && !NOT_CALLERS.test(file));
  const file = /\/db\/queries\/([\w/-]+\.ts)/.exec(ours[0]?.file ?? '')?.[1];
  if (file === undefined) return null;
  const names = ours.filter((frame) => frame.file.endsWith(`/db/queries/${file}`)).flatMap(({ name }) => name ?? []);
  return `${file} ${names.find((name) => exportsOfQueries(file).has(name)) ?? names[0] ?? '?'}`;
}

/**
 * Tells what is wrong with a statement that was sent, once for each text. A text that isn't in `saved` is asked about
 * again while only others than queries, such as tests, have sent it.
 */
export function createCheck(
  saved: ReadonlySet<string>,
  findOrigin: () => string | null,
): (sent: string) => string | null {
  const settled = new Set<string>();
  return (sent) => {
    if (settled.has(sent)) return null;
    const text = normalizeStatement(sent);
    const origin = saved.has(text) ? null : findOrigin();
    if (origin !== null || saved.has(text)) settled.add(sent);
    if (origin === null) return null;
    const [file = '', name = ''] = origin.split(' ');
    return (
      `${name} of db/queries/${file} runs a statement that isn't in db/statements: npm run db:statements\n` +
      `If this test doesn't call it, it is work that an earlier test left behind.\n${text}`
    );
  };
}

type Watch = { takeComplaints: () => string[] };

/** Notes each statement with what runs it, for `npm run db:statements`. */
function createRecorder(folder: string): (sent: string) => null {
  const recorded = new Set<string>();
  return (sent) => {
    const origin = originOf(takeFrames());
    if (origin === null) return null;
    const line = JSON.stringify({ origin, text: normalizeStatement(sent) });
    if (!recorded.has(line)) appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
    recorded.add(line);
    return null;
  };
}

function watch(): Watch {
  const findProblem =
    RECORD_IN === undefined
      ? createCheck(new Set(readStatements().map(({ text }) => text)), () => originOf(takeFrames()))
      : createRecorder(RECORD_IN);
  /** What statements lock, by their text as it was sent: most are sent again and again. */
  const locks = new Map<string, ReadonlySet<string>>();
  const held = new WeakMap<object, Set<string>>();
  const lockedThrough = new WeakMap<object, Set<string>>();
  let complaints: string[] = [];

  function onStatement(executor: object, { sql }: CompiledQuery): void {
    const problem = findProblem(sql);
    if (problem !== null) complaints.push(problem);
    const transaction = held.get(executor);
    if (!transaction) return;
    const locked = locks.get(sql) ?? tablesLockedBy(sql);
    locks.set(sql, locked);
    const wrongOrder = findLockProblem(transaction, locked);
    if (wrongOrder !== null) complaints.push(`${wrongOrder} in the same transaction\n${sql}`);
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
