import { sql } from 'kysely';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { partitionByUser } from '../distribution.ts';
import { runAs } from '../kind-of-work.ts';

/**
 * Splits the tables of a stopped product by their owner: `node scripts/run.mjs db/scripts/partition.ts 16` (docs/growth.md). PostgreSQL would plan every
 * execution anew, because a plan for any owner looks dearer to it than one for this owner; finding the partition at the start of an execution
 * costs less than planning.
 */
const partitions = Number(process.argv[2]);
if (!Number.isInteger(partitions) || partitions < 2) throw new Error('say how many partitions, at least 2');
const database = await openDatabase(readConfig({ isDev: true }).database);
try {
  await runAs('migration', async () => {
    await partitionByUser(database.db, partitions);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    for (const { name } of rows)
      await sql`alter database ${sql.id(name)} set plan_cache_mode = force_generic_plan`.execute(database.db);
  });
} finally {
  await database.close();
}
