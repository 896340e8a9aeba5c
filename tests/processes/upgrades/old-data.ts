import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import postgres from 'postgres';
import { openDatabase, type Database, type DatabaseLocation } from '#db/client.ts';
import { createDatabase } from '../support/cluster.ts';
import { ownCluster } from '../support/own-cluster.ts';

const FOLDER = import.meta.dirname;

async function loadEmbedded(directory: string, dump: string): Promise<void> {
  const pglite = await PGlite.create(join(directory, 'pglite'));
  await pglite.exec(dump);
  await pglite.close();
}

async function loadPostgres(url: string, dump: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  await client.unsafe(dump);
  await client.end();
}

/** A database with what an earlier version left (`npm run upgrade:data`). */
export async function restoreOldData(file: string, on: 'embedded' | 'postgres') {
  const dump = gunzipSync(readFileSync(join(FOLDER, file))).toString();
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-upgrade-'));
  const url = on === 'postgres' ? createDatabase(await ownCluster()) : null;
  await (url === null ? loadEmbedded(folder, dump) : loadPostgres(url, dump));
  const location: DatabaseLocation = url === null ? { directory: folder } : { url, poolMax: 2 };
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: url ?? '' },
    open: (): Promise<Database> => openDatabase(location),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** How many rows each table of ours has, and how many jobs there are. */
export async function countRows({ db }: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname not like 'kysely%' or n.nspname = 'pgboss' and c.relname = 'job')
    order by name`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(name)}`.execute(db);
    counts[name.replace('public.', '')] = rows[0]?.count ?? 0;
  }
  return counts;
}
