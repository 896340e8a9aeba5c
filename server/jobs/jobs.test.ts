import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listDeadLetters, listQueues, listRepeatedJobs } from '#db/queries/jobs/job-overview.ts';
import * as scheduled from '#db/queries/jobs/scheduled-jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { createLog } from '#server/lib/log.ts';
import { aProcess, endPauses, leaveOneRetry, loseProcesses, pauseOf, unfinishedJobs } from '#tests/support/jobs.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { discardDeadLetter, retryDeadLetters } from './dead-letters.ts';
import type { Handlers, Run } from './run-job.ts';
import { schedule } from './schedule.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const MINUTE_MS = 60_000;
const log = createLog('silent');

const later = (ms: number) => new Date(app.clock.current().getTime() + ms);
const aRefund = (userId: string = randomUUID(), dueAt = later(0)) =>
  schedule(app.db, 'refund', { key: userId, payload: { userId: userId as never }, dueAt }); // reason: nobody’s id
const refunds = { run: ['refund'] as ['refund'] };

describe('a job', () => {
  test('runs when its time has come, once, whichever of two processes gets it', async () => {
    const ran: string[] = [];
    const processes = [1, 2].map(() => aProcess(app, { refund: async ({ userId }) => void ran.push(userId) }));
    const run = () => Promise.all([...processes, ...processes].map((one) => one.runDue(refunds.run)));
    const ids = Array.from({ length: 25 }, () => randomUUID());
    for (const id of ids) await aRefund(id, later(MINUTE_MS));
    await run();
    expect(ran).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await run();
    await run();
    expect(ran.toSorted()).toEqual(ids.toSorted());
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('of a transaction that fails never existed', async () => {
    const refund = vi.fn<Handlers['refund']>();
    const failing = inTransaction(app.db, async (trx) => {
      await schedule(trx, 'refund', { key: 'a', payload: { userId: randomUUID() as never }, dueAt: later(0) });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await aProcess(app, { refund }).runDue(refunds.run);
    expect(refund).not.toHaveBeenCalled();
  });

  test('is one per key while it waits, at the time that was said last', async () => {
    const refund = vi.fn<Handlers['refund']>(async () => undefined);
    const jobs = aProcess(app, { refund });
    const id = randomUUID();
    await aRefund(id);
    await aRefund(id, later(MINUTE_MS));
    await jobs.runDue(refunds.run);
    expect(refund).not.toHaveBeenCalled();
    app.clock.advance(MINUTE_MS);
    await jobs.runDue(refunds.run);
    expect(refund).toHaveBeenCalledTimes(1);
  });

  test('that fails is tried again after a pause, which grows', async () => {
    let failures = 2;
    const refund = vi.fn<Handlers['refund']>(async () => {
      if (failures-- > 0) throw new Error('Stripe does not answer');
    });
    const jobs = aProcess(app, { refund });
    await aRefund();
    const pauses: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await jobs.runDue(refunds.run);
      await jobs.runDue(refunds.run);
      pauses.push(await pauseOf(app.db, 'refund'));
      await endPauses(app.db);
    }
    expect(refund).toHaveBeenCalledTimes(2);
    expect(pauses[0]).toBeGreaterThan(1);
    expect(pauses[0]).toBeLessThanOrEqual(10);
    expect(pauses[1]).toBeGreaterThan(3);
    await jobs.runDue(refunds.run);
    expect(refund).toHaveBeenCalledTimes(3);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('whose payload this version can’t read doesn’t run, and is tried again', async () => {
    const refund = vi.fn<Handlers['refund']>();
    await app.db
      .insertInto('scheduled_jobs')
      .values({ queue: 'refund', key: 'a', payload: { userId: 7 }, due_at: later(0) })
      .execute();
    await aProcess(app, { refund }).runDue(refunds.run);
    expect(refund).not.toHaveBeenCalled();
    expect((await unfinishedJobs(app.db)).map(({ state }) => state)).toContain('retry');
  });

  test('of a process that died runs in another, once its heartbeat is missed', async () => {
    const refund = vi.fn<Handlers['refund']>(async () => undefined);
    await aRefund();
    const dying = aProcess(app, { refund: () => new Promise(() => undefined) });
    void dying.runDue(refunds.run);
    const isActive = async () => (await unfinishedJobs(app.db)).some(({ state }) => state === 'active');
    await vi.waitFor(async () => expect(await isActive()).toBe(true), { timeout: 10_000 });
    const other = aProcess(app, { refund });
    await other.runDue(refunds.run);
    expect(refund).not.toHaveBeenCalled();
    await loseProcesses(app.database);
    await other.runDue(refunds.run);
    expect(refund).toHaveBeenCalledTimes(1);
  });

  test('can tell that its process stops', async () => {
    let signal: Run['signal'] | undefined;
    const jobs = aProcess(app, { refund: async (_, run) => void (signal = run.signal) });
    await aRefund();
    await jobs.runDue(refunds.run);
    expect(signal?.aborted).toBe(false);
    await jobs.stop(0);
    expect(signal?.aborted).toBe(true);
  });
});

test('a repeated job runs in one of two processes, and again after its interval, however late it was', async () => {
  const check = vi.fn<Handlers['status-check']>(async () => undefined);
  const processes = [1, 2].map(() => aProcess(app, { 'status-check': check }));
  await processes[0]?.runNow(['status-check']);
  const run = () => Promise.all(processes.map((one) => one.runDue(['status-check'])));
  await run();
  expect(check).toHaveBeenCalledTimes(1);
  app.clock.advance(10 * MINUTE_MS);
  await run();
  expect(check).toHaveBeenCalledTimes(2);
  app.clock.advance(MINUTE_MS);
  await run();
  expect(check).toHaveBeenCalledTimes(3);
});

describe('clocks', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const dueInMs = async () => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from due_at - now())::float8 * 1000 as ms from scheduled_jobs where queue = 'status-check'`.execute(
      app.db,
    );
    return rows[0]?.ms ?? Number.NaN;
  };
  /** A process that reads its machine’s clock, which differs from the database’s by this much. */
  const onMachine = (aheadMs: number, check: Handlers['status-check'] = async () => undefined) =>
    aProcess(
      { database: app.database, clock: { now: async () => new Date(Date.now() + aheadMs) } },
      { 'status-check': check },
    );

  test.each([DAY_MS, -DAY_MS])(
    'a repeated job is due by the database’s clock, even if the clock of its process is %i ms off',
    async (off) => {
      const check = vi.fn<Handlers['status-check']>(async () => undefined);
      const wrong = onMachine(off, check);
      await wrong.runNow(['status-check']);
      for (let looks = 0; looks < 3; looks += 1) await wrong.runDue(['status-check']);
      expect(check).toHaveBeenCalledTimes(1);
      expect(await dueInMs()).toBeGreaterThan(0);
      expect(await dueInMs()).toBeLessThanOrEqual(MINUTE_MS);
    },
  );

  test('a repeated job that a wrong clock put a day away is due within its interval once a process looks or starts', async () => {
    const healthy = onMachine(0);
    await healthy.runNow(['status-check']);
    const putAway = () =>
      sql`update scheduled_jobs set due_at = now() + interval '1 day' where queue = 'status-check'`.execute(app.db);
    await putAway();
    await healthy.runDue(['status-check']);
    expect(await dueInMs()).toBeLessThanOrEqual(MINUTE_MS);
    await putAway();
    await scheduled.addRepeatedJob(app.db, { queue: 'status-check', everyMs: MINUTE_MS, shared: null });
    expect(await dueInMs()).toBeLessThanOrEqual(MINUTE_MS);
  });
});

describe('an operator', () => {
  /** A job that has failed for the last time. */
  async function aDeadLetter(message = 'Stripe is closed') {
    const jobs = aProcess(app, { refund: () => Promise.reject(new Error(message)) });
    await aRefund();
    await jobs.runDue(refunds.run);
    await leaveOneRetry(app.db);
    await jobs.runDue(refunds.run);
    const [dead] = await listDeadLetters(app.db, 10);
    return dead?.id ?? '';
  }

  test('sees what failed for the last time, and why', async () => {
    await aDeadLetter();
    expect(await listDeadLetters(app.db, 10)).toMatchObject([{ queue: 'refund', error: 'Stripe is closed' }]);
  });

  test('sees why without the address of anyone', async () => {
    await aDeadLetter('no customer maya@fernandkiln.example');
    expect(await listDeadLetters(app.db, 10)).toMatchObject([{ error: 'no customer [email]' }]);
  });

  test('an operator sees when each repeated job is due next and when it was last done, and can run one now', async () => {
    const jobs = aProcess({ database: app.database, clock: { now: async () => new Date() } }, {});
    await jobs.runNow(['status-check']);
    const find = async () => (await listRepeatedJobs(app.db)).find(({ queue }) => queue === 'status-check');
    expect(await find()).toMatchObject({ everySeconds: 60, doneSeconds: expect.any(Number) });
    expect((await find())?.dueInSeconds).toBeGreaterThan(30);
    expect(await scheduled.makeRepeatedJobsDue(app.db, ['status-check'], null)).toBe(1);
    expect((await find())?.dueInSeconds).toBeLessThanOrEqual(0);
    expect(await scheduled.makeRepeatedJobsDue(app.db, ['refund'], null)).toBe(0);
  });

  test('runs it again', async () => {
    const refund = vi.fn<Handlers['refund']>(async () => undefined);
    expect(await retryDeadLetters(app.database.jobStore, await aDeadLetter(), log)).toBe(1);
    await aProcess(app, { refund }).runDue(refunds.run);
    expect(refund).toHaveBeenCalledTimes(1);
    expect(await listDeadLetters(app.db, 10)).toEqual([]);
  });

  test('discards it', async () => {
    const id = await aDeadLetter();
    expect(await discardDeadLetter(app.database.jobStore, id, log)).toBe(true);
    expect(await discardDeadLetter(app.database.jobStore, id, log)).toBe(false);
    expect(await listDeadLetters(app.db, 10)).toEqual([]);
  });

  test('sees how much waits and for how long, and which queue is stuck', async () => {
    const jobs = aProcess(app, { refund: () => Promise.reject(new Error('Stripe is closed')) });
    await aRefund();
    await jobs.runDue(refunds.run);
    await aRefund(randomUUID(), later(MINUTE_MS));
    expect(await listQueues(app.db, app.clock.current())).toEqual([
      { queue: 'refund', scheduled: 1, waiting: 1, running: 0, failing: 0, oldestSeconds: null },
    ]);
    const ready = async () => (await app.app.request('/health/ready')).json();
    expect(await ready()).toEqual({ status: 'ok' });
    app = await createTestApp({ keepData: true, clock: app.clock });
    app.clock.advance(12 * MINUTE_MS);
    expect(await ready()).toEqual({ status: 'degraded', stuckQueues: ['refund'] });
  });
});
