import type { JobWithMetadata, PgBoss, Queue, UpdateQueueOptions } from 'pg-boss';
import type { JobStore } from '#db/job-store.ts';
import { TURNS_INDEX } from '#db/queries/jobs/turns.ts';
import type { Log } from '#server/lib/log.ts';
import type { Queue as Settings } from './queue-settings.ts';
import { QUEUE_NAMES, QUEUES } from './queues.ts';

/** Where jobs go that failed for the last time. An operator runs them again, or discards them (docs/operating.md). */
export const DEAD_LETTERS = 'dead-letters';
/** A running job shows that it is alive at half this interval. One that stays silent for longer has lost its process, in seconds. */
export const HEARTBEAT_SECONDS = 10;
/** How often jobs without a process are looked for, in seconds. */
const SUPERVISE_SECONDS = 15;
/** The library ends a job later than we do, in seconds. */
const GRACE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * 60;
/** Errors of the library repeat with every poll while the database is down. One of them is logged in this time, in milliseconds. */
const SAME_TROUBLE_MS = 60_000;

const seconds = (ms: number) => Math.ceil(ms / 1_000);

function settingsOf(name: (typeof QUEUE_NAMES)[number]) {
  const { timeLimitMs, retries, leavesNoDeadLetter }: Settings<unknown> = QUEUES[name];
  return {
    retryLimit: retries.times,
    retryDelay: seconds(retries.firstMs),
    retryBackoff: true,
    retryDelayMax: seconds(retries.maxMs),
    expireInSeconds: seconds(timeLimitMs) + GRACE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // Nothing that waits is ever thrown away by its age.
    retentionSeconds: 365 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    deadLetter: leavesNoDeadLetter ? null : DEAD_LETTERS,
    // The process that adds a job wakes its own workers; those of other processes look every second.
    notify: false,
  } satisfies UpdateQueueOptions;
}

/** Creates queues that are new, brings the settings of the others up to date, and creates the index that turns need. */
async function prepareQueues(boss: PgBoss, store: JobStore): Promise<void> {
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!found.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * DAY_SECONDS });
  for (const name of QUEUE_NAMES) {
    const settings = settingsOf(name);
    const before: Partial<Queue> | undefined = found.get(name);
    const policy = QUEUES[name].oneOf === 'waiting' ? 'short' : 'exclusive';
    const isOutdated = () => Object.entries(settings).some(([key, value]) => before?.[key as keyof Queue] !== value); // reason: settings of a Queue
    const { deadLetter, ...others } = settings;
    if (!before) await boss.createQueue(name, { ...others, ...(deadLetter === null ? {} : { deadLetter }), policy });
    else if (isOutdated()) await boss.updateQueue(name, settings);
  }
  // Asked first, because creating it would lock the table even if it exists.
  const { rows } = await store.executeSql(`select to_regclass('${TURNS_INDEX.name}') is not null as is`);
  if (rows[0]?.['is'] !== true) await store.executeSql(TURNS_INDEX.create);
}

/** The library on our database, not started: jobs can be added and fetched, and no timer runs. */
export async function openBoss(store: JobStore, log: Log): Promise<PgBoss> {
  // It takes a tenth of a second to load, which no start and no request should wait for.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: store,
    backend: store.backend,
    // Repeated jobs follow the product's clock (scheduled_jobs).
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 60 * 60,
    // Dependent jobs, which we don't use.
    flowIntervalSeconds: 60 * 60,
    bamIntervalSeconds: 60 * 60,
    ...(store.backend === 'pglite' ? { reindex: false, monitorVacuum: false } : {}),
  });
  let quietUntil = 0;
  boss.on('error', (err) => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + SAME_TROUBLE_MS;
    log.warn({ event: 'jobs in trouble', err }, 'jobs in trouble');
  });
  boss.on('warning', ({ message, data }) => log.warn({ event: 'warning about jobs', data }, message));
  return boss;
}

/** Creates or upgrades the library's own schema and our queues. Safe to run from several processes at once. */
export async function installJobs(store: JobStore, log: Log): Promise<void> {
  const boss = await openBoss(store, log);
  await boss.start();
  try {
    await prepareQueues(boss, store);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}

/** Starts its timers, on queues that are up to date. */
export async function startBoss(boss: PgBoss, store: JobStore): Promise<void> {
  await boss.start();
  await prepareQueues(boss, store);
  await readQueues(boss);
  // Nobody else can have the embedded database open, so what runs there has lost its process.
  if (store.backend === 'pglite') await endLostJobs(boss, store);
}

/** Jobs that ran in an earlier process are tried again now, instead of when their heartbeat is missed. */
async function endLostJobs(boss: PgBoss, store: JobStore): Promise<void> {
  await store.executeSql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await store.executeSql('update pgboss.queue set monitor_claim_on = null, monitor_on = null');
  await boss.supervise();
}

/** Has the library remember the queues: inside a transaction, it could not ask for them on the only connection of the embedded database. */
export async function readQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUE_NAMES) await boss.insert(name, []);
}

export type FetchedJob = JobWithMetadata;
