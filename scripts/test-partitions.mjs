import { startCluster } from './bench/cluster.mjs';
import { runInForeground } from './lib/child.mjs';
import { runMain } from './lib/messages.mjs';

const PARTITIONS = 4;

/** The tests that reach the database, on PostgreSQL with its tables split by owner (`db/distribution.ts`). */
await runMain(async () => {
  const cluster = await startCluster({ isCached: false, settings: { fsync: 'off', max_connections: 200 } });
  try {
    const env = { TEST_DATABASE_URL: cluster.url('postgres'), TEST_PARTITIONS: String(PARTITIONS) };
    return await runInForeground(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], { env });
  } finally {
    await cluster.close();
  }
});
