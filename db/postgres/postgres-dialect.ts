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
import type { ParameterOrJSON, TransactionSql } from 'postgres';
import { kindOfWork, type KindOfWork } from '../kind-of-work.ts';
import type { PostgresPool, Slot, Types } from './postgres-pool.ts';
import { retryOnce } from '../retry-once.ts';

/** One transaction on a connection that postgres.js holds for it. `ended` rejects when that connection is lost. */
type Transaction = {
  slot: Slot;
  run: TransactionSql<Types>;
  finish: PromiseWithResolvers<void>;
  ended: Promise<unknown>;
};

class RolledBack extends Error {}

/** What a Kysely query runs on: the whole pool, or the single connection of its transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  #transaction: Transaction | null = null;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Outside a transaction, a statement is its own transaction.
    const rows = await (this.#transaction
      ? this.#runIn(this.#transaction, query)
      : retryOnce(() => this.#runAlone(query)));
    return { rows: Array.from(rows) as R[], numAffectedRows: BigInt(rows.count ?? 0) }; // reason: Kysely knows the rows' type
  }

  async #runAlone(query: CompiledQuery) {
    const slot = await this.#pool.take();
    const work = send(slot.on.sql, query);
    // The connection is free once PostgreSQL has answered, however long the caller waited for that.
    work.then(slot.release, slot.release);
    return this.#pool.answered(slot, work);
  }

  /** A query in a transaction whose connection is gone would never settle. */
  async #runIn({ slot, run, ended }: Transaction, query: CompiledQuery) {
    const work = send(run, query);
    return this.#pool.answered(slot, Promise.race([work, ended.then(() => work)]));
  }

  // oxlint-disable-next-line require-yield -- reason: the interface asks for it and nobody streams rows
  async *streamQuery<R>(): AsyncGenerator<QueryResult<R>> {
    throw new Error('this dialect does not stream rows');
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    const slot = await this.#pool.take();
    const begun = Promise.withResolvers<TransactionSql<Types>>();
    const finish = Promise.withResolvers<void>();
    const ended = slot.on.sql.begin(isolationLevel ? `isolation level ${isolationLevel}` : '', async (run) => {
      begun.resolve(run);
      await finish.promise;
    });
    ended.then(slot.release, slot.release);
    ended.catch(begun.reject);
    try {
      this.#transaction = { slot, run: await this.#pool.answered(slot, begun.promise), finish, ended };
    } catch (error) {
      // The transaction may still begin, and nothing else would end it.
      finish.promise.catch(() => undefined);
      finish.reject(new RolledBack());
      throw error;
    }
  }

  async commit(): Promise<void> {
    const on = this.#transaction;
    this.#transaction = null;
    on?.finish.resolve();
    if (on) await this.#pool.answered(on.slot, on.ended);
  }

  async rollback(): Promise<void> {
    const on = this.#transaction;
    this.#transaction = null;
    on?.finish.reject(new RolledBack());
    // The query itself has already thrown whatever broke the connection.
    if (on) await this.#pool.answered(on.slot, on.ended).catch(() => undefined);
  }
}

function send(on: Pick<TransactionSql<Types>, 'unsafe'>, { sql, parameters }: CompiledQuery) {
  return on.unsafe(
    sql,
    parameters as ParameterOrJSON<Types[keyof Types]>[], // reason: Kysely keeps parameters as unknown
    // A statement without parameters is DDL and the like: it may hold several commands and is not worth keeping.
    { prepare: parameters.length > 0 },
  );
}

/**
 * Kysely over postgres.js, with prepared statements, holding a connection only inside transactions.
 * The stock dialect reserves one for every query and prepares nothing: half the speed (docs/performance.md).
 */
class PostgresDriver implements Driver {
  readonly #pools: Record<KindOfWork, PostgresPool>;

  constructor(pools: Record<KindOfWork, PostgresPool>) {
    this.#pools = pools;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pools[kindOfWork()]);
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
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
  }
}

export function createPostgresDialect(pools: Record<KindOfWork, PostgresPool>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pools),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
