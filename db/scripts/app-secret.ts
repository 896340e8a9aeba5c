import {
  existingSecrets,
  forgetLostSecrets,
  removeUnreadableFactors,
  reportAppSecrets,
} from '#server/modules/operator/app-secrets.service.ts';
import { readConfig } from '#server/config.ts';
import { openExisting } from './open-existing.ts';
import { migrateToLatest } from '../migrate.ts';

const USAGE = 'Usage: npm run app-secret [-- forget [--yes] | remove-authenticators <email>]\n';

const config = readConfig({ isDev: true });
// Before the database is opened: without a key, nothing is created.
const secrets = existingSecrets(config);
const database = await openExisting(config.database);
const say = (text: string) => process.stdout.write(text);

async function show(): Promise<void> {
  const report = await reportAppSecrets(database.db, secrets);
  for (const since of report.missingSince) say(`A key that was first used on ${since.toISOString()} isn't set.\n`);
  if (report.missingSince.length === 0) say('Every key that is recorded in this database is set.\n');
  say(`Authenticator apps: ${report.readableFactors} can be checked, ${report.unreadableFactors} can't.\n`);
  say(`Recovery codes that "forget" would delete: ${report.recoveryCodesToDelete}\n`);
}

async function forget(isConfirmed: boolean): Promise<void> {
  await show();
  if (!isConfirmed)
    return void say(
      'Nothing was changed. With --yes, the missing keys are forgotten and these recovery codes deleted.\n',
    );
  await forgetLostSecrets(database.db, secrets);
  say('Done. The product now starts with the keys that are set.\n');
}

async function removeAuthenticators(email: string): Promise<void> {
  const removed = await removeUnreadableFactors(database.db, secrets, { email, now: new Date() });
  if (removed === null) say(`No account has the address ${email}.\n`);
  else say(`Removed ${removed} of the account's authenticator apps: those that can't be checked.\n`);
}

try {
  await migrateToLatest(database.db);
  const [command, argument] = process.argv.slice(2);
  if (command === undefined) await show();
  else if (command === 'forget' && (argument === undefined || argument === '--yes')) await forget(argument === '--yes');
  else if (command === 'remove-authenticators' && argument) await removeAuthenticators(argument);
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} finally {
  await database.close();
}
