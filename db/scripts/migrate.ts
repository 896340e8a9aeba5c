import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { listAccountsWithoutAddress, migrateToLatest } from '../migrate.ts';

const database = await openDatabase(readConfig({ isDev: true }).database);
try {
  const applied = await migrateToLatest(database.db);
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
  const users = await listAccountsWithoutAddress(database.db, applied);
  if (users.length > 0)
    process.stdout.write(`${users.length} accounts have an address that no email reaches: ${users.join(', ')}\n`);
} finally {
  await database.close();
}
