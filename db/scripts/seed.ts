import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import { openDatabase } from '../client.ts';
import { DEMO_LONG, DEMO_PASSWORD } from '../demo/demo-account.ts';
import { seedDemo, seedLongConversations } from '../demo/demo.ts';
import { ExpectedError } from '../expected-error.ts';
import { migrateToLatest } from '../migrate.ts';

const { values: options } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
const config = readConfig({ isDev: true });
if (!config.demo.isOn)
  throw new ExpectedError(
    `No demo accounts were created, because ${config.demo.offBecause} and their password is public.`,
  );
const database = await openDatabase(config.database);
try {
  await migrateToLatest(database.db);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const added = await seedDemo(database.db, passwordHash, new Date());
  process.stdout.write(
    added === 0
      ? 'The demo accounts already exist.\n'
      : `Created ${added} demo accounts with the password ${DEMO_PASSWORD}.\n`,
  );
  if (options.long) {
    const isNew = await seedLongConversations(database.db, passwordHash, new Date());
    process.stdout.write(`${DEMO_LONG.email} ${isNew ? 'now has' : 'already has'} a conversation of 5,000 messages.\n`);
  }
} finally {
  await database.close();
}
