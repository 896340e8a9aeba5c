import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { INT8 } from './postgres/int8.ts';
import { jobStoreOnPglite, jobStoreOnPostgres, type JobStore } from './job-store.ts';
import { CONNECTIONS, LIMITS, type KindOfWork } from './kind-of-work.ts';
import { createPostgresDialect } from './postgres/postgres-dialect.ts';
import { planOnce } from './plan-once.ts';
import { makeFilesPrivate, makePrivate } from './private-directory.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { listenOnPglite, listenOnPostgres, type Listen } from './signals.ts';
import type { DB } from './types.gen.ts';

/** What queries run on: the database or a transaction on it. */
export type Db = Kysely<DB>;

export type Database = {
  db: Db;
  driver: 'pglite' | 'postgres';
  /** How many connections a kind of work may use at a time. The embedded database has a single one for everything. */
  connectionsFor: (kind: KindOfWork) => number;
  /** Writes a consistent archive of the embedded database; `null` on PostgreSQL, which has its own tools. */
  dump: (() => Promise<Blob>) | null;
  /** Resolves when the database answers. */
  ping: () => Promise<void>;
  listen: Listen;
  /** For the job library only; everything else uses `db`. */
  jobStore: JobStore;
  close: () => Promise<void>;
};

/**
 * PostgreSQL's own cache in the embedded database. The operating system caches its files anyway, and the default of 128 MB is a third of
 * what an idle process would hold.
 */
const SHARED_BUFFERS = '16MB';

/** The OID of bytea. PGlite converts it to text one byte at a time, which takes eight times as long as Node does. */
const BYTEA = 17;
const toHex = (bytes: Uint8Array) =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
const fromHex = (text: string) => Buffer.from(text.slice('\\x'.length), 'hex');

const pgliteOptions = ({ defaultStartParams }: typeof PGlite): PGliteOptions => ({
  parsers: { [INT8]: Number, [BYTEA]: fromHex },
  serializers: { [BYTEA]: toHex },
  startParams: [...defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
});

async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

function overPglite(pglite: PGlite, release: () => void): Database {
  const fair = yieldToEventLoop(pglite, planOnce(pglite));
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite: fair }) });
  return {
    db,
    driver: 'pglite',
    connectionsFor: () => 1,
    dump: () => pglite.dumpDataDir('gzip'),
    ping: () => ping(db),
    listen: listenOnPglite(pglite),
    jobStore: jobStoreOnPglite(pglite, fair),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      release();
    },
  };
}

/** Each driver is loaded only when it is used: a process on PostgreSQL doesn't need the embedded database. */
const loadPglite = async () => (await import('@electric-sql/pglite')).PGlite;

/** Embedded PostgreSQL in `directory/pglite`, which only its owner can access and which our own lock protects. */
async function openEmbedded(directory: string): Promise<Database> {
  makePrivate(directory);
  const { lockDirectory } = await import('./directory-lock.ts');
  const release = lockDirectory(directory);
  try {
    const Pglite = await loadPglite();
    const files = join(directory, 'pglite');
    const pglite = await Pglite.create(files, pgliteOptions(Pglite));
    makeFilesPrivate(files, 'PG_VERSION');
    return overPglite(pglite, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Embedded PostgreSQL in memory, from a dumped template: for tests. */
export async function openInMemory(template?: Blob): Promise<Database> {
  const Pglite = await loadPglite();
  const pglite = await Pglite.create({ ...pgliteOptions(Pglite), ...(template ? { loadDataDir: template } : {}) });
  return overPglite(pglite, () => undefined);
}

/** PostgreSQL 15 or newer. Connections are opened when they are needed. */
async function openPostgres(url: string, poolMax: number): Promise<Database> {
  const { openPostgresClient } = await import('./postgres/postgres-client.ts');
  const { createPostgresPool } = await import('./postgres/postgres-pool.ts');
  const connectionsFor = (kind: KindOfWork) => CONNECTIONS[kind](poolMax);
  const optionsOf = (kind: KindOfWork) => ({ name: `tenfold ${kind}`, max: connectionsFor(kind), ...LIMITS[kind] });
  const request = createPostgresPool(url, {
    ...optionsOf('request'),
    shares: { search: optionsOf('search'), transfer: optionsOf('transfer') },
  });
  const job = createPostgresPool(url, optionsOf('job'));
  const migration = createPostgresPool(url, optionsOf('migration'));
  const pools = { request, search: request, transfer: request, job, migration };
  const signals = openPostgresClient(url);
  const db = new Kysely<DB>({ dialect: createPostgresDialect(pools) });
  return {
    db,
    driver: 'postgres',
    connectionsFor,
    dump: null,
    ping: () => ping(db),
    listen: listenOnPostgres(signals),
    jobStore: jobStoreOnPostgres(job),
    close: async () => {
      await signals.end({ timeout: 5 });
      await db.destroy();
    },
  };
}

/** Where the data is: PostgreSQL at a URL, or embedded in a directory. */
export type DatabaseLocation = { url: string; poolMax: number } | { directory: string };

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'directory' in location ? openEmbedded(location.directory) : openPostgres(location.url, location.poolMax);
}
