import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { migrateToLatest } from '../migrate.ts';

const database = await openDatabase(readConfig({ isDev: true }).database);
try {
  const applied = await migrateToLatest(database.db);
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
} finally {
  await database.close();
}
