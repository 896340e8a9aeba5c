import { sql } from 'kysely';
import type { Database, Db } from '#db/client.ts';
import type { Container } from '#server/container.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { openBoss } from '#server/jobs/boss.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import type { Handlers } from '#server/jobs/run-job.ts';
import { createDatabaseTrouble } from '#server/lib/database-trouble.ts';
import { createLog } from '#server/lib/log.ts';
import type { TestApp } from './test-app.ts';

type Place = { container: Container };

/** A process of its own on the app's database, whose jobs do what the test says. */
export function aProcess(app: Pick<TestApp, 'database'> & { clock: Clock }, handlers: Partial<Handlers>): Jobs {
  const nothing = Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, async () => undefined]));
  const log = createLog('silent');
  return createJobs({
    database: app.database,
    clock: app.clock,
    log,
    trouble: createDatabaseTrouble(log),
    handlers: { ...nothing, ...handlers } as Handlers, // reason: every queue has one
    onAnswer: async () => undefined,
    runsKicked: false,
  });
}

/** Runs what is due in these queues, and waits for what those jobs kicked too, which may run beside them. */
async function run({ container: { jobs } }: Place, queues: QueueName[]): Promise<void> {
  await jobs.runNow(queues);
  await jobs.idle();
}

export const EMAIL_QUEUES = QUEUE_NAMES.filter((queue) => /-(?:email|receipt|confirmation|issue)$/.test(queue));

/** Looks for emails that are due and sends them, until there are none. */
export const sendEmails = (place: Place): Promise<void> =>
  run(place, ['trial-notices', 'billing-notices', 'newsletter-plan', ...EMAIL_QUEUES]);

/** Has browsers show the notifications that are due. */
export const push = (place: Place): Promise<void> => run(place, ['push']);

const BILLING: QueueName[] = ['stripe-sync', 'refund', 'pay-page', 'guest-purchase', 'guest-email'];
/** Does what is due at Stripe. */
export const processBilling = (place: Place): Promise<void> => run(place, BILLING);

/** Removes what has expired, and deletes accounts whose grace period is over. */
export const purge = (place: Place): Promise<void> => run(place, ['account-deletion', 'farewell-email', 'purge']);

/** Reads messages for facts. */
export const learn = (place: Place): Promise<void> => run(place, ['learning']);

/** Reads documents and pages, and looks for facts in them. */
export async function readSources(place: Place): Promise<void> {
  // What was kicked has begun already.
  await place.container.jobs.idle();
  await run(place, ['file-reading', 'website-reading', 'learning']);
}
/** Reads pages again that are due. */
export async function refreshSources(place: Place): Promise<void> {
  await run(place, ['source-refresh']);
  await readSources(place);
}

/** Brings summaries of conversations up to date. */
export const summarize = (place: Place): Promise<void> => run(place, ['summary']);

/** Makes the vectors that texts lack. */
export const embedTexts = (place: Place): Promise<void> => run(place, ['embedding']);

/** Gives facts their place whose day has come. */
export const applyDates = (place: Place): Promise<void> => run(place, ['fact-dates']);

/** Counts what everyone did with each template. */
export const countTemplates = (place: Place): Promise<void> => run(place, ['template-totals']);

/** Checks whether everything responds. */
export const checkHealth = (place: Place): Promise<void> => run(place, ['status-check']);

/** The daily check of every customer. */
export const reconcile = (place: Place): Promise<void> => run(place, ['reconciliation']);

/** The pause after a failure is over. It is on the database's clock, which no test moves. */
export async function endPauses(db: Db): Promise<void> {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(db);
}

/** How long the job of a queue that failed waits until it runs again, in seconds. */
export async function pauseOf(db: Db, queue: QueueName): Promise<number> {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from start_after - now())::float8 as pause from pgboss.job where state = 'retry' and name = ${queue}`.execute(
    db,
  );
  return rows[0]?.pause ?? 0;
}

/** The processes that run jobs now are dead: their heartbeats were missed, and their jobs may run again. */
export async function loseProcesses({ db, jobStore }: Database): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db);
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(db);
  await (await openBoss(jobStore, createLog('silent'))).supervise();
  await endPauses(db);
}

/** As if jobs that failed had failed so often that the next time is the last. */
export async function leaveOneRetry(db: Db): Promise<void> {
  await sql`update pgboss.job set retry_count = retry_limit - 1 where state = 'retry'`.execute(db);
  await endPauses(db);
}

export type StoredJob = { queue: string; key: string; state: string; retries: number };
/** Jobs that have been handed over, apart from those that are done. */
export async function unfinishedJobs(db: Db): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select name as queue, singleton_key as key, state::text as state, retry_count as retries from pgboss.job
    where state <> 'completed' order by created_on`.execute(db);
  return rows;
}
