import { readConfig } from '#server/config.ts';
import { openExisting } from './open-existing.ts';
import { holdAccount, listLargestUse } from '../queries/usage/budgets.ts';
import { textTable } from './text-table.ts';

const USAGE = 'Usage: npm run budgets [-- hold <email> | release <email>]\n';
const ACCOUNTS = 5;

const database = await openExisting(readConfig({ isDev: true }).database);
const say = (text: string) => process.stdout.write(text);

async function show(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const rows = await listLargestUse(database.db, { day, limit: ACCOUNTS });
  if (rows.length === 0) return void say('No account has used any of its budgets today.\n');
  const cells = rows.map(({ budget, used, email, userId }) => [budget, used.toLocaleString('en-US'), email, userId]);
  say(textTable([['budget', 'used today', 'email', 'account id'], ...cells]));
}

try {
  const [command, email] = process.argv.slice(2);
  if (command === undefined) await show();
  else if ((command === 'hold' || command === 'release') && email) {
    const isFound = await holdAccount(database.db, email, command === 'hold' ? new Date() : null);
    const done = command === 'hold' ? `${email} is now on hold.\n` : `${email} is no longer on hold.\n`;
    say(isFound ? done : `No account has the address ${email}.\n`);
  } else {
    say(USAGE);
    process.exitCode = 2;
  }
} finally {
  await database.close();
}
