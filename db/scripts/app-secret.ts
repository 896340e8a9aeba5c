import { forgetLostSecrets, removeUnreadableFactors, reportAppSecrets, type AppSecrets } from '#server/app-secrets.ts';
import { readConfig } from '#server/config.ts';
import { loadOrCreateSecret } from '#server/lib/crypto/app-secret.ts';
import { openDatabase } from '../client.ts';
import { migrateToLatest } from '../migrate.ts';

const USAGE = 'Usage: npm run app-secret [-- forget | remove-authenticators <email>]\n';

const config = readConfig({ isDev: true });
const database = await openDatabase(config.database);
const say = (text: string) => process.stdout.write(text);

async function show(secrets: AppSecrets): Promise<void> {
  const { missingSince, unreadableFactors } = await reportAppSecrets(database.db, secrets);
  for (const since of missingSince) say(`A key that was first used on ${since.toISOString()} isn't set.\n`);
  if (missingSince.length === 0) say('Every key that this database was used with is set.\n');
  say(`Authenticator apps that can't be checked: ${unreadableFactors}\n`);
}

async function removeAuthenticators(secrets: AppSecrets, email: string): Promise<void> {
  const removed = await removeUnreadableFactors(database.db, secrets, { email, now: new Date() });
  if (removed === null) say(`No account has the address ${email}.\n`);
  else say(`Removed ${removed} of the account's authenticator apps: those that can't be checked.\n`);
}

try {
  await migrateToLatest(database.db);
  const secrets: AppSecrets = [config.secret ?? loadOrCreateSecret(config.dataDir), ...config.previousSecrets];
  const [command, email] = process.argv.slice(2);
  if (command === undefined) await show(secrets);
  else if (command === 'forget') {
    await forgetLostSecrets(database.db, secrets);
    await show(secrets);
  } else if (command === 'remove-authenticators' && email) await removeAuthenticators(secrets, email);
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} finally {
  await database.close();
}
