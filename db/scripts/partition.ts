import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { partitionByUser } from '../distribution.ts';
import { runAs } from '../kind-of-work.ts';

// Splits the tables of a stopped product by their owner: `node db/scripts/partition.ts 16` (docs/growth.md).
const partitions = Number(process.argv[2]);
if (!Number.isInteger(partitions) || partitions < 2) throw new Error('say how many partitions, at least 2');
const database = await openDatabase(readConfig({ isDev: true }).database);
try {
  await runAs('migration', () => partitionByUser(database.db, partitions));
} finally {
  await database.close();
}
