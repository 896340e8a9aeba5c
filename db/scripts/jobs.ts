import { readConfig } from '#server/config.ts';
import { discardDeadLetter, retryDeadLetters } from '#server/jobs/dead-letters.ts';
import { createLog } from '#server/lib/log.ts';
import { openExisting } from './open-existing.ts';
import { listDeadLetters, listQueues, listRepeatedJobs } from '../queries/jobs/job-overview.ts';
import { makeRepeatedJobsDue } from '../queries/jobs/scheduled-jobs.ts';
import { textTable } from './text-table.ts';

const USAGE = 'Usage: npm run jobs [-- run <id>|all|<repeated job> | discard <id>]\n';
const SHOWN = 50;
const isGivenUpJob = (which: string) => which === 'all' || /^[0-9a-f-]{36}$/.test(which);

/** 75 → `1 min`. */
function age(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`;
}

const config = readConfig({ isDev: true });
const database = await openExisting(config.database);
const say = (text: string) => process.stdout.write(text);
const store = database.jobStore;

async function showRepeated(): Promise<void> {
  const jobs = await listRepeatedJobs(database.db);
  const heading = ['repeated job', 'every', 'due next', 'last done'];
  const due = (seconds: number) => (seconds > 0 ? `in ${age(seconds)}` : `${age(-seconds)} overdue`);
  const done = (seconds: number | null) => (seconds === null ? 'not within a day' : `${age(seconds)} ago`);
  say(
    textTable([
      heading,
      ...jobs.map((job) => [job.queue, age(job.everySeconds), due(job.dueInSeconds), done(job.doneSeconds)]),
    ]),
  );
}

/** Runs a job again that was given up, all of them with `all`, or a repeated job now. */
async function run(which: string): Promise<void> {
  if (await makeRepeatedJobsDue(database.db, [which], null))
    return void say(
      database.driver === 'pglite'
        ? `${which} is due now, and begins once Tenfold runs.\n`
        : `${which} is due now. A running process begins it within a second.\n`,
    );
  const count = isGivenUpJob(which)
    ? await retryDeadLetters(store, which === 'all' ? null : which, createLog('silent'))
    : 0;
  say(count === 0 ? 'There is no such job.\n' : `${count} ${count === 1 ? 'job runs' : 'jobs run'} again.\n`);
}

async function show(): Promise<void> {
  await showRepeated();
  say('\n');
  const queues = await listQueues(database.db, new Date());
  const heading = ['queue', 'scheduled', 'waiting', 'running', 'failing', 'oldest due since'];
  say(
    textTable([
      heading,
      ...queues.map((one) => [
        one.queue,
        ...[one.scheduled, one.waiting, one.running, one.failing].map(String),
        age(one.oldestSeconds),
      ]),
    ]),
  );
  const dead = await listDeadLetters(database.db, SHOWN);
  if (dead.length === 0) return void say('\nNo job was given up.\n');
  say(`\nGiven up${dead.length === SHOWN ? ` (the newest ${SHOWN})` : ''}:\n`);
  for (const { id, queue, key, attempts, createdAt, failedAt, error } of dead)
    say(
      `${id}  ${queue} ${key ?? ''}\n  created ${createdAt.toISOString()}, failed ${attempts} times until ${failedAt.toISOString()}: ${error}\n`,
    );
}

try {
  const [command, which] = process.argv.slice(2);
  if (command === undefined) await show();
  else if (command === 'run' && which) await run(which);
  else if (command === 'discard' && which)
    say((await discardDeadLetter(store, which, createLog('silent'))) ? 'Discarded.\n' : 'There is no such job.\n');
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} finally {
  await database.close();
}
