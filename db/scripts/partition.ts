import { sql } from 'kysely';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { partitionByUser } from '../distribution.ts';
import { runAs } from '../kind-of-work.ts';

const USAGE = `Usage: DATABASE_URL=postgres://... node scripts/run.mjs db/scripts/partition.ts <number of partitions, at least 2>
The embedded database is never split.
`;

/**
 * Splits the tables of a stopped product by their owner (docs/growth.md). PostgreSQL would plan every execution anew, because a plan for any
 * owner looks dearer to it than one for this owner; finding the partition at the start of an execution costs less than planning.
 */
async function partition(url: string, partitions: number): Promise<void> {
  const { db, close } = await openDatabase({ url, poolMax: 1 });
  try {
    await runAs('migration', async () => {
      await partitionByUser(db, partitions);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
      for (const { name } of rows)
        await sql`alter database ${sql.id(name)} set plan_cache_mode = force_generic_plan`.execute(db);
    });
  } finally {
    await close();
  }
}

const { database } = readConfig({ isDev: true });
const partitions = Number(process.argv[2]);
if ('url' in database && Number.isInteger(partitions) && partitions >= 2) await partition(database.url, partitions);
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
