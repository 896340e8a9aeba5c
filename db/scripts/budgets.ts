import { readConfig } from '#server/config.ts';
import { openDatabase } from '../client.ts';
import { holdAccount, listLargestUse } from '../queries/usage/budgets.ts';
import { textTable } from './text-table.ts';

const USAGE = 'Usage: npm run budgets [-- hold <email> | release <email>]\n';
const ACCOUNTS = 5;

const database = await openDatabase(readConfig({ isDev: true }).database);
const say = (text: string) => process.stdout.write(text);

async function show(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const rows = await listLargestUse(database.db, { day, limit: ACCOUNTS });
  if (rows.length === 0) return void say('Nobody has used any budget today.\n');
  const cells = rows.map(({ budget, used, email, userId }) => [budget, used.toLocaleString('en-US'), email, userId]);
  say(textTable([['budget', 'used today', 'email', 'account'], ...cells]));
}

try {
  const [command, email] = process.argv.slice(2);
  if (command === undefined) await show();
  else if ((command === 'hold' || command === 'release') && email) {
    const isFound = await holdAccount(database.db, email, command === 'hold' ? new Date() : null);
    const done = command === 'hold' ? 'The account is on hold.\n' : 'The account is no longer on hold.\n';
    say(isFound ? done : 'Nobody has this address.\n');
  } else {
    say(USAGE);
    process.exitCode = 2;
  }
} finally {
  await database.close();
}
