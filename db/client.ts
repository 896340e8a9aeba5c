import { join } from 'node:path';
import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import postgres from 'postgres';
import { lockDirectory } from './directory-lock.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import { shareEventLoop } from './share-event-loop.ts';
import { listenOnPglite, listenOnPostgres, type Listen } from './signals.ts';
import type { DB } from './types.gen.ts';

/** What queries take: the database or a transaction on it. */
export type Db = Kysely<DB>;

export type Database = {
  db: Db;
  driver: 'pglite' | 'postgres';
  /** Writes a consistent archive of the embedded database; `null` on PostgreSQL, which has its own tools. */
  dump: (() => Promise<Blob>) | null;
  /** Resolves when the database answers. */
  ping: () => Promise<void>;
  listen: Listen;
  close: () => Promise<void>;
};

/** count() is bigint on both drivers; ours all fit a number. */
const INT8 = 20;

function pgliteOptions(): PGliteOptions {
  return { parsers: { [types.INT8]: Number } };
}

async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

function overPglite(pglite: PGlite, release: () => void): Database {
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite: shareEventLoop(pglite) }) });
  return {
    db,
    driver: 'pglite',
    dump: () => pglite.dumpDataDir('gzip'),
    ping: () => ping(db),
    listen: listenOnPglite(pglite),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      release();
    },
  };
}

/** Embedded PostgreSQL in `directory/pglite`, held by our own lock. */
async function openEmbedded(directory: string): Promise<Database> {
  const release = lockDirectory(directory);
  try {
    return overPglite(await PGlite.create(join(directory, 'pglite'), pgliteOptions()), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Embedded PostgreSQL in memory, from a dumped template: for tests. */
export async function openInMemory(template?: Blob): Promise<Database> {
  const pglite = await PGlite.create({ ...pgliteOptions(), ...(template ? { loadDataDir: template } : {}) });
  return overPglite(pglite, () => undefined);
}

/** PostgreSQL 15 or newer. Connections are made when they are needed. */
function openPostgres(url: string, poolMax: number): Database {
  const connections = postgres(url, {
    max: poolMax,
    connect_timeout: 10,
    // The stock pause grows to 20 s for all connections together: turns would be settled long after a restart.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    idle_timeout: 60,
    onnotice: () => undefined,
    types: { bigint: { to: INT8, from: [INT8], serialize: String, parse: Number } },
  });
  const db = new Kysely<DB>({ dialect: createPostgresDialect(connections) });
  return {
    db,
    driver: 'postgres',
    dump: null,
    ping: () => ping(db),
    listen: listenOnPostgres(connections),
    close: () => db.destroy(),
  };
}

/** Where the data is: PostgreSQL at an address, or embedded in a directory. */
export type DatabaseLocation = { url: string; poolMax: number } | { directory: string };

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'directory' in location ? openEmbedded(location.directory) : openPostgres(location.url, location.poolMax);
}
