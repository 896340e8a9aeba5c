import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { ParameterOrJSON, Sql, TransactionSql } from 'postgres';
import { retryOnce } from './retry-once.ts';

type Types = { bigint: number };

/** One transaction on a connection that postgres.js holds for it. `ended` rejects when that connection is lost. */
type Transaction = {
  run: TransactionSql<Types>;
  finish: PromiseWithResolvers<void>;
  ended: Promise<unknown>;
};

class RolledBack extends Error {}

const finishOf = <T>(query: Promise<T>, ended: Promise<unknown>) => Promise.race([query, ended.then(() => query)]);

/** What a Kysely query runs on: the whole pool, or the one connection of its transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: Sql<Types>;
  #transaction: Transaction | null = null;

  constructor(pool: Sql<Types>) {
    this.#pool = pool;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const on = this.#transaction;
    const run = () =>
      (on?.run ?? this.#pool).unsafe(
        sql,
        parameters as ParameterOrJSON<Types[keyof Types]>[], // reason: Kysely keeps parameters as unknown
        // A statement without parameters is DDL and the like: it may hold several commands and is not worth keeping.
        { prepare: parameters.length > 0 },
      );
    // Alone, a statement is its own transaction. A query of a transaction whose connection is gone would never be answered.
    const rows = await (on ? finishOf(run(), on.ended) : retryOnce(run));
    return { rows: Array.from(rows) as R[], numAffectedRows: BigInt(rows.count ?? 0) }; // reason: Kysely knows the rows' type
  }

  // oxlint-disable-next-line require-yield -- reason: the interface asks for it and nobody streams rows
  async *streamQuery<R>(): AsyncGenerator<QueryResult<R>> {
    throw new Error('rows are not streamed');
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    const begun = Promise.withResolvers<TransactionSql<Types>>();
    const finish = Promise.withResolvers<void>();
    const ended = this.#pool.begin(isolationLevel ? `isolation level ${isolationLevel}` : '', async (run) => {
      begun.resolve(run);
      await finish.promise;
    });
    ended.catch(begun.reject);
    this.#transaction = { run: await begun.promise, finish, ended };
  }

  async commit(): Promise<void> {
    const on = this.#transaction;
    this.#transaction = null;
    on?.finish.resolve();
    await on?.ended;
  }

  async rollback(): Promise<void> {
    const on = this.#transaction;
    this.#transaction = null;
    on?.finish.reject(new RolledBack());
    // Whatever broke it has been thrown by the query already.
    await on?.ended.catch(() => undefined);
  }
}

/**
 * Kysely over postgres.js, with prepared statements, holding a connection only inside transactions.
 * The stock dialect reserves one for every query and prepares nothing: half the speed (docs/performance.md).
 */
class PostgresDriver implements Driver {
  readonly #pool: Sql<Types>;

  constructor(pool: Sql<Types>) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pool);
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end({ timeout: 5 });
  }
}

export function createPostgresDialect(pool: Sql<Types>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
