import type { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, type PGliteDialectConfig } from 'kysely';
import type { Db } from './client.ts';
import { toDatabaseError } from './database-error.ts';
import type { PostgresPool } from './postgres/postgres-pool.ts';
import { readRows } from './postgres/read-rows.ts';

type Rows = { rows: Record<string, unknown>[] };

/** What the job library (pg-boss) runs its own SQL on: our database, within the limits of jobs. */
export type JobStore = {
  backend: 'pglite' | 'postgres';
  executeSql: (text: string, values?: unknown[]) => Promise<Rows>;
};

/** The library sends a whole script in one piece where it creates or upgrades its tables. */
const isScript = (text: string) => /^\s*begin\b/i.test(text);

export function jobStoreOnPglite(
  pglite: PGlite,
  { query }: Pick<Extract<PGliteDialectConfig['pglite'], { waitReady: unknown }>, 'query'>,
): JobStore {
  return {
    backend: 'pglite',
    executeSql: async (text, values = []) => {
      if (values.length > 0) return query<Record<string, unknown>>(text, values);
      try {
        return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
      } catch (error) {
        // Nobody else could use the only connection.
        if (isScript(text)) await pglite.exec('rollback');
        throw toDatabaseError(error);
      }
    },
  };
}

export function jobStoreOnPostgres(pool: PostgresPool): JobStore {
  return {
    backend: 'postgres',
    executeSql: async (text, values = []) => {
      const slot = await pool.take('job');
      const work = (async () => readRows(await slot.sql.unsafe(text, values, { prepare: values.length > 0 })))();
      const answer = pool.answered(slot, work);
      work.then(slot.release, () => {
        // The next user of this connection would find the script's transaction still open.
        if (isScript(text)) slot.discard();
        slot.release();
      });
      const { rows } = await answer;
      return { rows: rows as Rows['rows'] }; // reason: rows of the driver are records
    },
  };
}

/** The same inside one of our transactions. */
export const jobStoreIn = (trx: Db): Pick<JobStore, 'executeSql'> => ({
  executeSql: async (text, values = []) => trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values)),
});
