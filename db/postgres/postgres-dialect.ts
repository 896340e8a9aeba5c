import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { ParameterOrJSON, Sql } from 'postgres';
import { DatabaseError } from '../database-error.ts';
import { kindOfWork, type KindOfWork } from '../kind-of-work.ts';
import { retryOnce } from '../retry-once.ts';
import type { Types } from './postgres-client.ts';
import type { PostgresPool, Slot } from './postgres-pool.ts';
import { readRows, type Rows } from './read-rows.ts';

async function send(on: Sql<Types>, { sql, parameters }: CompiledQuery): Promise<Rows> {
  const answer = await on.unsafe(
    sql,
    parameters as ParameterOrJSON<Types[keyof Types]>[], // reason: Kysely keeps parameters as unknown
    // A statement without parameters is DDL or similar: it may contain several commands and isn't worth preparing.
    { prepare: parameters.length > 0 },
  );
  return readRows(answer);
}

/** What a Kysely query runs on: the whole pool, or the single connection of its transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  readonly #kind: KindOfWork;
  #transaction: Slot | null = null;

  constructor(pool: PostgresPool, kind: KindOfWork) {
    this.#pool = pool;
    this.#kind = kind;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Outside a transaction, a statement is its own transaction.
    const { rows, count } = await (this.#transaction
      ? this.#runIn(this.#transaction, query)
      : retryOnce(() => this.#runAlone(query)));
    return { rows: rows as R[], numAffectedRows: BigInt(count) }; // reason: Kysely knows the rows' type
  }

  async #runAlone(query: CompiledQuery): Promise<Rows> {
    const slot = await this.#pool.take(this.#kind);
    const work = send(slot.sql, query);
    const answer = this.#pool.answered(slot, work);
    // The connection is free once PostgreSQL has answered, however long the caller waited for that.
    work.then(slot.release, slot.release);
    return answer;
  }

  async #runIn(slot: Slot, query: CompiledQuery): Promise<Rows> {
    if (!slot.isOpen()) throw new DatabaseError('the transaction lost its connection', { code: 'CONNECTION_CLOSED' });
    return this.#pool.answered(slot, send(slot.sql, query));
  }

  // oxlint-disable-next-line require-yield -- reason: the interface asks for it and nobody streams rows
  async *streamQuery<R>(): AsyncGenerator<QueryResult<R>> {
    throw new Error('this dialect does not stream rows');
  }

  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    const slot = await this.#pool.take(this.#kind);
    this.#transaction = slot;
    try {
      await this.#runIn(slot, CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'));
      slot.pin();
    } catch (error) {
      this.#giveBack({ isDone: false });
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#end('commit');
  }

  async rollback(): Promise<void> {
    // The query itself has already thrown whatever broke the connection.
    await this.#end('rollback').catch(() => undefined);
  }

  async #end(command: 'commit' | 'rollback'): Promise<void> {
    let isDone = false;
    try {
      if (!this.#transaction) return;
      const { command: done } = await this.#runIn(this.#transaction, CompiledQuery.raw(command));
      isDone = true;
      // PostgreSQL answers `rollback` to the commit of a transaction in which a statement failed, even if that error
      // was caught.
      if (done.toLowerCase() !== command) throw new DatabaseError('the transaction was aborted', { code: '25P02' });
    } finally {
      this.#giveBack({ isDone });
    }
  }

  /** Closes a connection whose transaction may still be open, which ends the transaction. */
  #giveBack({ isDone }: { isDone: boolean }): void {
    if (!isDone) this.#transaction?.discard();
    this.#transaction?.release();
    this.#transaction = null;
  }
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
    const kind = kindOfWork();
    return new PostgresConnection(this.#pools[kind], kind);
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
    const pools = new Set(Object.values(this.#pools));
    await Promise.all([...pools].map((pool) => pool.end()));
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
