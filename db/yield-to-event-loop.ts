import { setImmediate } from 'node:timers/promises';
import type { PGliteDialectConfig } from 'kysely';
import { toDatabaseError } from './database-error.ts';

type Queryable = Extract<PGliteDialectConfig['pglite'], { waitReady: unknown }>;

/** The longest that queries may compute before the event loop gets to serve others, in milliseconds. */
const BUDGET_MS = 4;

function throwDatabaseError(error: unknown): never {
  throw toDatabaseError(error);
}

/**
 * The embedded database computes on our thread and answers in microtasks, so consecutive queries would keep the event loop from ever
 * turning: no request is accepted, no timer fires. This runs one query at a time and lets the loop turn once they have used up its share.
 * Failures are DatabaseErrors. `run` runs a query outside of a transaction.
 */
export function yieldToEventLoop(pglite: Queryable, run: Queryable['query']): Queryable {
  let yieldedAt = performance.now();
  let last: Promise<unknown> = Promise.resolve();

  async function yieldIfDue(): Promise<void> {
    if (performance.now() - yieldedAt < BUDGET_MS) return;
    await setImmediate();
    yieldedAt = performance.now();
  }

  // A query outside a transaction waits for the one before it, so that the time is checked between any two.
  function query<T>(...args: Parameters<Queryable['query']>) {
    const result = last.then(yieldIfDue).then(() => run<T>(...args));
    last = result.catch(() => undefined);
    return result.catch(throwDatabaseError);
  }

  return {
    query,
    transaction: (work) =>
      pglite
        .transaction((inner) =>
          work({
            query: async <T>(...args: Parameters<Queryable['query']>) => {
              await yieldIfDue();
              return inner.query<T>(...args).catch(throwDatabaseError);
            },
            rollback: () => inner.rollback(),
          }),
        )
        .catch(throwDatabaseError),
    close: () => pglite.close(),
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
  };
}
