import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { listDeadLetters, listStuckQueues } from '#db/queries/jobs/job-overview.ts';
import { hasDueJob, takeDueJobs } from '#db/queries/jobs/scheduled-jobs.ts';
import { giveTurns } from '#db/queries/jobs/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import { createLog } from '#server/lib/log.ts';
import { aProcess, endPauses, leaveOneRetry, unfinishedJobs } from '#tests/support/jobs.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openBoss } from './boss.ts';
import { retryDeadLetters } from './dead-letters.ts';
import type { Jobs } from './jobs.ts';
import { INTERVALS, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';
import type { Handlers } from './run-job.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const log = createLog('silent');
const dueTimes = () => ({ now: app.clock.current(), shared: app.clock.current() });
const MANY = 500;
const WITH_TURNS = QUEUE_NAMES.filter((queue) => QUEUES[queue].perPerson !== undefined);
/** Nobody has more than one of these at a time, or they belong to nobody. */
const OTHERS: QueueName[] = [
  ...([
    'account-deletion',
    'account-email',
    'contact-email',
    'contact-receipt',
    'digest-email',
    'farewell-email',
  ] as const),
  ...(['guest-email', 'guest-purchase', 'newsletter-confirmation', 'newsletter-issue', 'operator-email'] as const),
  ...(['pay-page', 'refund', 'stripe-sync'] as const),
];
const ANN = '00000000-0000-4000-8000-000000000001';
const BEN = '00000000-0000-4000-8000-000000000002';
const CARA = '00000000-0000-4000-8000-000000000003';

/** What a job of any of these queues needs. */
function payloadOf(userId: string) {
  const ids = 'id sourceId factId questionId conversationId automationId rehearsalId runId approvalId sessionId';
  const made = Object.fromEntries(ids.split(' ').map((name) => [name, randomUUID()]));
  return { ...made, userId, event: 'source', topic: 'receipt', subject: '', linkNumber: 0 };
}

/** Adds jobs of a person. Those of someone who adds more have been due for longer. */
async function addJobs(queue: QueueName, userId: string, count = 1): Promise<void> {
  const due_at = new Date(app.clock.current().getTime() - count);
  const row = () => ({ queue, key: randomUUID(), payload: payloadOf(userId), due_at });
  const rows = Array.from({ length: count }, row);
  while (rows.length > 0) await app.db.insertInto('scheduled_jobs').values(rows.splice(0, 1_000)).execute();
}

/** Processes and jobs that a test leaves behind end with it, or they would take the jobs of the next. */
const leftBehind: { process: Jobs; ran: Promise<void> }[] = [];
const endings = new Set<() => void>();
afterEach(async () => {
  await Promise.all(leftBehind.map(({ process }) => process.stop(0)));
  for (const end of endings) end();
  await Promise.all(leftBehind.map(({ ran }) => ran));
  leftBehind.length = 0;
  endings.clear();
});
const untilEnded = () => new Promise<void>((end) => endings.add(end));

/** Runs what is due in these queues while the test goes on. */
function runMeanwhile(process: Jobs, queues: QueueName[]): void {
  leftBehind.push({ process, ran: process.runDue(queues) });
}

/** Runs jobs that wait until the test ends them. `began` says whose jobs began, in order. */
function runSlowly(queue: QueueName) {
  const began: string[] = [];
  const running: { userId: string; end: () => void }[] = [];
  const handle = async ({ userId }: { userId: string }) => {
    began.push(userId);
    await new Promise<void>((end) => {
      running.push({ userId, end });
      endings.add(end);
    });
  };
  runMeanwhile(aProcess(app, { [queue]: handle }), [queue]);
  return {
    began,
    /** Ends a running job of this person. */
    end: (userId: string) => {
      const index = running.findIndex((one) => one.userId === userId);
      running.splice(index, 1)[0]?.end();
    },
    until: (count: number) => vi.waitFor(() => expect(began.length).toBeGreaterThanOrEqual(count), { timeout: 10_000 }),
  };
}

const turnsGiven = async (queue: QueueName) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${queue} and priority = 1 and state <= 'active'`.execute(
    app.db,
  );
  return rows[0]?.count;
};

/** Of the jobs in `push` that aren't done. */
const pushStates = async () =>
  (await unfinishedJobs(app.db)).filter(({ queue }) => queue === 'push').map(({ state }) => state);

test('every queue to which one person can add many or slow jobs takes turns', () => {
  const others = QUEUE_NAMES.filter((queue) => !INTERVALS.has(queue) && !WITH_TURNS.includes(queue));
  expect(others.toSorted()).toEqual(OTHERS);
});

describe('where people take turns', () => {
  test.each(WITH_TURNS)(
    'in %s, a person’s first job begins before the third of someone with 500 waiting',
    async (queue) => {
      const { perPerson = 0 } = QUEUES[queue];
      await addJobs(queue, ANN, MANY);
      await addJobs(queue, BEN);
      const slow = runSlowly(queue);
      await slow.until(perPerson + 1);
      expect(slow.began.toSorted()).toEqual([...Array<string>(perPerson).fill(ANN), BEN]);
      await addJobs(queue, CARA);
      slow.end(BEN);
      await slow.until(perPerson + 2);
      expect(slow.began.slice(perPerson + 1)).toEqual([CARA]);
    },
  );

  test('everyone’s first begins before anyone’s second', async () => {
    for (const userId of [ANN, BEN, CARA]) await addJobs('file-reading', userId, 3);
    const slow = runSlowly('file-reading');
    await slow.until(4);
    expect(new Set(slow.began)).toEqual(new Set([ANN, BEN, CARA]));
  });

  test('someone who comes while every slot is taken goes before the next job of those who took them', async () => {
    await addJobs('learning', ANN, 50);
    await addJobs('learning', BEN, 50);
    const slow = runSlowly('learning');
    await slow.until(4);
    await addJobs('learning', CARA);
    slow.end(ANN);
    await slow.until(5);
    expect(slow.began[4]).toBe(CARA);
  });

  test('a person’s jobs follow one another until all of them are done', async () => {
    const ran = vi.fn<Handlers['push']>(async () => undefined);
    await addJobs('push', ANN, 60);
    await addJobs('push', BEN, 3);
    await aProcess(app, { push: ran }).runDue(['push']);
    expect(ran).toHaveBeenCalledTimes(63);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('several processes never run more of a person’s jobs at once than their turns', async () => {
    const running = new Map<string, number>();
    let most = 0;
    let ran = 0;
    const push: Handlers['push'] = async ({ userId }) => {
      const count = (running.get(userId) ?? 0) + 1;
      running.set(userId, count);
      most = Math.max(most, count);
      // A statement gives the other processes time.
      await hasDueJob(app.db, ['push'], dueTimes());
      running.set(userId, (running.get(userId) ?? 0) - 1);
      ran += 1;
    };
    await addJobs('push', ANN, 40);
    await addJobs('push', BEN, 40);
    const processes = Array.from({ length: 4 }, () => aProcess(app, { push }));
    await Promise.all(processes.map((one) => one.runDue(['push'])));
    await processes[0]?.runDue(['push']);
    expect(ran).toBe(80);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('processes that give turns at the same moment give no more than there are', async () => {
    const boss = await openBoss(app.database.jobStore, log);
    await boss.insert(
      'push',
      Array.from({ length: 20 }, () => ({ singletonKey: randomUUID(), data: payloadOf(ANN) })),
    );
    const give = () => inTransaction(app.db, (trx) => giveTurns(trx, { queue: 'push', perPerson: 2, waits: true }));
    await Promise.all(Array.from({ length: 6 }, give));
    expect(await turnsGiven('push')).toBe(2);
  });

  test.runIf(process.env['TEST_DATABASE_URL'])(
    'a process that gives turns waits for one that has given some and not committed yet',
    async () => {
      const boss = await openBoss(app.database.jobStore, log);
      const add = (key: string) => boss.insert('push', [{ singletonKey: key, data: payloadOf(ANN) }]);
      for (const key of ['first', 'second', 'third']) await add(key);
      const give = (trx: Db) => giveTurns(trx, { queue: 'push', perPerson: 2, waits: true });
      let other: Promise<void> = Promise.resolve();
      await inTransaction(app.db, async (trx) => {
        await give(trx);
        await add('older');
        await sql`update pgboss.job set created_on = now() - interval '1 hour' where singleton_key = 'older'`.execute(
          app.db,
        );
        other = inTransaction(app.db, give);
        await vi.waitFor(async () => {
          const { rows } = await sql`
            select from pg_locks join pg_database d on d.oid = database
            where datname = current_database() and locktype = 'advisory' and not granted`.execute(trx);
          expect(rows).toHaveLength(1);
        });
      });
      await other;
      expect(await turnsGiven('push')).toBe(2);
    },
  );

  test('jobs that were handed over before there were turns still run, in turn', async () => {
    const boss = await openBoss(app.database.jobStore, log);
    const jobOf = (userId: string) => ({ singletonKey: randomUUID(), data: payloadOf(userId) });
    await boss.insert('learning', [...Array.from({ length: 30 }, () => jobOf(ANN)), jobOf(BEN)]);
    const slow = runSlowly('learning');
    await slow.until(3);
    expect(slow.began.toSorted()).toEqual([ANN, ANN, BEN]);
  });

  test('handing over takes everyone’s first jobs before the thousands of one person', async () => {
    await addJobs('learning', ANN, 3_000);
    await addJobs('learning', BEN, 2);
    await addJobs('push', CARA);
    const due = { queues: QUEUE_NAMES, ...dueTimes(), limit: 10 };
    const taken = await inTransaction(app.db, (trx) => takeDueJobs(trx, due));
    const owners = taken.map(({ payload }) => String(payload['userId']));
    expect(owners.slice(0, 3).toSorted()).toEqual([ANN, BEN, CARA]);
    expect(owners.slice(3, 5).toSorted()).toEqual([ANN, BEN]);
    expect(owners).toHaveLength(10);
  });
});

describe('a job that failed', () => {
  const failing = () => Promise.reject(new Error('no answer'));

  test('a failed job lets its person’s other jobs run while it pauses', async () => {
    const learning = vi.fn<Handlers['learning']>(async () => undefined);
    await addJobs('learning', ANN, 10);
    await aProcess(app, { learning: failing }).runDue(['learning']);
    expect((await unfinishedJobs(app.db)).map(({ state }) => state)).toEqual(Array(10).fill('retry'));
    await addJobs('learning', ANN, 5);
    await aProcess(app, { learning }).runDue(['learning']);
    expect(learning).toHaveBeenCalledTimes(5);
  });

  test('failed jobs need a turn to be tried again, so a crowd of them stays behind others’ first jobs', async () => {
    await addJobs('learning', ANN, 50);
    await aProcess(app, { learning: failing }).runDue(['learning']);
    await endPauses(app.db);
    await addJobs('learning', BEN);
    const slow = runSlowly('learning');
    await slow.until(3);
    expect(slow.began.toSorted()).toEqual([ANN, ANN, BEN]);
    slow.end(BEN);
    slow.end(ANN);
    await slow.until(4);
    expect(slow.began).toHaveLength(4);
  });

  test('a job that takes turns is tried as often as its queue says, and then given up', async () => {
    const tries: boolean[] = [];
    const process = aProcess(app, {
      push: async (_, { isLastTry }) => {
        tries.push(isLastTry);
        throw new Error('no answer');
      },
    });
    await addJobs('push', ANN);
    for (let round = 0; round < 10; round += 1) {
      await process.runDue(['push']);
      await endPauses(app.db);
    }
    const { times } = QUEUES.push.retries;
    expect(tries).toEqual([...Array<boolean>(times).fill(false), true]);
    expect(await listDeadLetters(app.db, 10)).toMatchObject([{ queue: 'push', attempts: times + 1 }]);
  });

  test('jobs that an operator runs again wait for a turn', async () => {
    const process = aProcess(app, { push: failing });
    await addJobs('push', ANN, 5);
    await process.runDue(['push']);
    await leaveOneRetry(app.db);
    await process.runDue(['push']);
    expect(await retryDeadLetters(app.database.jobStore, null, log)).toBe(5);
    expect(await turnsGiven('push')).toBe(0);
    const push = vi.fn<Handlers['push']>(async () => undefined);
    await aProcess(app, { push }).runDue(['push']);
    expect(push).toHaveBeenCalledTimes(5);
  });
});

describe('a job that stalls', () => {
  test.each(['learning', 'refund'] as const)('a stalled job in %s delays no other job', async (queue) => {
    const ran: string[] = [];
    let begun = 0;
    const handle = ({ userId }: { userId: string }) => {
      begun += 1;
      if (userId === ANN) return untilEnded();
      ran.push(userId);
      return Promise.resolve();
    };
    await addJobs(queue, ANN);
    for (let count = 0; count < 12; count += 1) await addJobs(queue, randomUUID());
    runMeanwhile(aProcess(app, { [queue]: handle }), [queue]);
    await vi.waitFor(() => expect(ran).toHaveLength(12), { timeout: 10_000 });
    expect(begun).toBe(13);
  });

  test('twelve slow websites of one person delay neither documents nor other people’s websites', async () => {
    await addJobs('website-reading', ANN, 12);
    await addJobs('website-reading', BEN);
    const slow = runSlowly('website-reading');
    await slow.until(2);
    expect(slow.began.toSorted()).toEqual([ANN, BEN]);
    const read = vi.fn<Handlers['file-reading']>(async () => undefined);
    await addJobs('file-reading', ANN);
    await addJobs('file-reading', CARA);
    await aProcess(app, { 'file-reading': read }).runDue(['file-reading', 'website-reading']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('thousands of typed facts don’t keep another person’s document from being learned', async () => {
    await addJobs('learning', ANN, 3_000);
    await addJobs('learning', BEN);
    const slow = runSlowly('learning');
    await slow.until(3);
    expect(slow.began.toSorted()).toEqual([ANN, ANN, BEN]);
  });
});

test('one person’s long line isn’t a stuck queue, but a line that doesn’t move is', async () => {
  await addJobs('file-reading', ANN, 20);
  const slow = runSlowly('file-reading');
  await slow.until(2);
  const stuck = () => listStuckQueues(app.db, { ...dueTimes(), seconds: 600 });
  await sql`update pgboss.job set start_after = now() - interval '1 day', created_on = now() - interval '1 day'`.execute(
    app.db,
  );
  expect(await stuck()).toEqual([]);
  await sql`delete from pgboss.job where state = 'active'`.execute(app.db);
  expect(await stuck()).toEqual(['file-reading']);
});

test('a process that has started runs jobs that are added, retried or left by others, and stops once they end', async () => {
  let fails = 1;
  const ran: string[] = [];
  const process = aProcess(app, {
    push: async ({ userId }) => {
      if (userId === BEN && fails-- > 0) throw new Error('no answer');
      ran.push(userId);
    },
  });
  await addJobs('push', ANN, 5);
  process.start();
  const until = (count: number) => vi.waitFor(() => expect(ran).toHaveLength(count), { timeout: 10_000 });
  await until(5);
  await addJobs('push', BEN);
  process.kick('push');
  await vi.waitFor(async () => expect(await pushStates()).toEqual(['retry']));
  await endPauses(app.db);
  await until(6);
  const boss = await openBoss(app.database.jobStore, log);
  await boss.insert('push', [{ singletonKey: 'a', data: payloadOf(CARA) }]);
  await until(7);
  await process.stop(5_000);
  expect(await pushStates()).toEqual([]);
});

test('a process that stops lets a running job finish without interrupting it, and begins no other', async () => {
  const ran: string[] = [];
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const process = aProcess(app, {
    push: async ({ userId }, run) => {
      ({ signal } = run);
      await end;
      ran.push(userId);
    },
  });
  await addJobs('push', ANN);
  process.start();
  await vi.waitFor(async () => expect(await pushStates()).toEqual(['active']), { timeout: 10_000 });
  const stopped = process.stop(60_000);
  await addJobs('push', BEN);
  process.kick('push');
  expect(signal?.aborted).toBe(false);
  letEnd();
  await stopped;
  expect(ran).toEqual([ANN]);
  await vi.waitFor(async () => expect(await pushStates()).toEqual(['created']));
});

test('a process that stops gives back what is still running', async () => {
  const process = aProcess(app, { push: untilEnded });
  await addJobs('push', ANN);
  process.start();
  await vi.waitFor(async () => expect(await pushStates()).toEqual(['active']), { timeout: 10_000 });
  await process.stop(0);
  expect(await pushStates()).toEqual(['retry']);
});
