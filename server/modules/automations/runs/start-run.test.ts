import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { RUNS_AT_A_TIME, RUNS_PER_DAY } from '#contract/automations/automation-limits.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { UserId } from '#db/types.gen.ts';
import {
  anAutomation,
  BY_HAND,
  runAutomations,
  runsOf,
  scriptedSteps,
  startRun,
} from '#tests/support/automations/runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements } from '#tests/support/usage.ts';

let app: TestApp;
let maya: Person;
/** Whose notes were taken, in their order. */
let done: UserId[] = [];
let atATime = { now: 0, most: 0 };
const steps = scriptedSteps({
  note: async (_, { userId }) => {
    atATime.now += 1;
    atATime.most = Math.max(atATime.most, atATime.now);
    await new Promise(setImmediate);
    atATime.now -= 1;
    done.push(userId);
    return { kind: 'done', input: {}, output: {} };
  },
});
const STEPS: Step[] = [{ kind: 'note', id: 's1', text: 'hello' }];
const create = (userId = maya.userId) => anAutomation(app, userId, { trigger: BY_HAND, steps: STEPS });
async function statuses(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await runsOf(app, maya.userId)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const noticesOf = (topic: 'automation_paused' | 'automation_notice') =>
  app.db.selectFrom('notices').select('details').where('topic', '=', topic).execute();

/** Runs that are in line already, as a flood of events leaves them. */
async function flood(userId: UserId, automationId: string, count: number): Promise<void> {
  const now = app.clock.current();
  await sql`
    insert into automation_runs (user_id, id, automation_id, version, cause, occasion, status, due_at, created_at)
    select ${userId}, gen_random_uuid(), ${automationId}, 1, 'webhook', 'flood ' || n, 'queued', ${now}::timestamptz - interval '1 hour', ${now}::timestamptz - interval '2 days'
    from generate_series(1, ${count}::int) n`.execute(app.db);
}

beforeEach(async () => {
  done = [];
  atATime = { now: 0, most: 0 };
  app = await createTestApp({ steps });
  maya = await aPerson(app, { plan: 'ultimate' });
});

test('ids of runs and automations are their owner’s: another person’s may be the same, and both run', async () => {
  const tom = await aPerson(app, { plan: 'ultimate' });
  const [automationId, runId] = [randomUUID(), randomUUID()];
  const everyDay = { every: 'day', time: '08:00' } as const;
  const schedule = { kind: 'schedule', schedule: everyDay, timeZone: 'UTC', missed: 'run_once' } as const;
  for (const { userId } of [maya, tom]) {
    await anAutomation(app, userId, { trigger: schedule, steps: STEPS }, { id: automationId });
    expect(await startRun(app, userId, automationId, { runId })).toMatchObject({ kind: 'started', runId });
  }
  const jobs = await app.db.selectFrom('scheduled_jobs').select('queue').execute();
  const counts = Object.fromEntries(
    ['automation-due', 'automation-run'].map((name) => [name, jobs.filter(({ queue }) => queue === name).length]),
  );
  expect(counts).toEqual({ 'automation-due': 2, 'automation-run': 2 });
  await runAutomations(app);
  expect(done.toSorted()).toEqual([maya.userId, tom.userId].toSorted());
});

describe('what starts an automation', () => {
  test('starts one run for an occasion, however often it is noted', async () => {
    const automationId = await create();
    const start = () => startRun(app, maya.userId, automationId, { occasion: 'slot 2026-11-16T09:00:00.000Z' });
    expect((await start()).kind).toBe('started');
    expect(await start()).toEqual({ kind: 'known' });
    await runAutomations(app);
    expect(await start()).toEqual({ kind: 'known' });
    expect(await statuses()).toEqual({ done: 1 });
  });

  test('starts nothing that is off, of somebody else, or while everything is paused', async () => {
    const off = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: STEPS }, { isOn: false });
    expect(await startRun(app, maya.userId, off)).toEqual({ kind: 'off' });
    const tom = await aPerson(app);
    expect(await startRun(app, tom.userId, await create())).toEqual({ kind: 'off' });
    await maya.api.powerUps.automations.pauseAll.mutate({ isPaused: true });
    expect(await startRun(app, maya.userId, await create())).toEqual({ kind: 'paused' });
    expect(await runsOf(app, maya.userId)).toEqual([]);
  });

  test('starts no circle: an automation that its own steps would start again is turned off, and its owner told', async () => {
    const [first, second] = [await create(), await create()];
    expect((await startRun(app, maya.userId, second, { chain: [first] })).kind).toBe('started');
    expect(await startRun(app, maya.userId, first, { chain: [first, second] })).toEqual({ kind: 'loop' });
    const { automation } = await maya.api.powerUps.automations.get.query({ automationId: first });
    expect(automation).toMatchObject({ isOn: false, pauseReason: 'loop' });
    expect(await noticesOf('automation_paused')).toMatchObject([{ details: { title: '“Morning post” is paused' } }]);
    expect(await disagreements(app)).toEqual([]);
  });

  test('starts at most so many runs in 24 hours, and its owner is told once a day', async () => {
    const automationId = await create();
    await flood(maya.userId, automationId, RUNS_PER_DAY.automation);
    await app.db
      .updateTable('automation_runs')
      .set({ created_at: app.clock.current(), status: 'done', ended_at: app.clock.current() })
      .execute();
    for (let times = 0; times < 2; times += 1)
      expect(await startRun(app, maya.userId, automationId)).toEqual({ kind: 'over_cap' });
    expect(await noticesOf('automation_notice')).toMatchObject([
      { details: { title: '“Morning post” reached its limit' } },
    ]);
    expect((await startRun(app, maya.userId, await create())).kind).toBe('started');
    app.clock.advance(86_400_000);
    expect((await startRun(app, maya.userId, automationId)).kind).toBe('started');
  });

  test('after a downgrade turns off the newest that the plan has no room for, and tells their owner once', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      app.clock.advance(1_000);
      ids.push(await create());
    }
    await app.db.updateTable('profiles').set({ subscription_tier: 'free', subscription_status: 'none' }).execute();
    expect(await startRun(app, maya.userId, ids[2] ?? '')).toEqual({ kind: 'over_plan' });
    expect((await startRun(app, maya.userId, ids[0] ?? '')).kind).toBe('started');
    const { automations, usage } = await maya.api.powerUps.automations.overview.query();
    expect(Object.fromEntries(automations.map(({ id, isOn, pauseReason }) => [id, [isOn, pauseReason]]))).toEqual({
      [ids[0] ?? '']: [true, null],
      [ids[1] ?? '']: [false, 'plan'],
      [ids[2] ?? '']: [false, 'plan'],
    });
    expect([usage.used, (await noticesOf('automation_paused')).length]).toEqual([1, 1]);
    expect(await disagreements(app)).toEqual([]);
  });
});

test('an account that is being deleted starts nothing', async () => {
  const automationId = await create();
  await app.db.updateTable('users').set({ delete_after: app.clock.current() }).where('id', '=', maya.userId).execute();
  expect((await startRun(app, maya.userId, automationId)).kind).toBe('paused');
  expect(await runsOf(app, maya.userId)).toEqual([]);
});

test('a run whose automation was removed begins no further step, and is canceled', async () => {
  const automationId = await create();
  await startRun(app, maya.userId, automationId);
  await maya.api.powerUps.automations.remove.mutate({ automationId });
  await runAutomations(app);
  expect(done).toEqual([]);
  expect(await statuses()).toEqual({ canceled: 1 });
});

describe('a person’s runs', () => {
  test('are carried out a few at a time, in the order in which they were due', async () => {
    const automationId = await create();
    for (let count = 0; count < 10; count += 1) await startRun(app, maya.userId, automationId);
    expect(await statuses()).toEqual({ running: RUNS_AT_A_TIME, queued: 10 - RUNS_AT_A_TIME });
    await runAutomations(app);
    expect(await statuses()).toEqual({ done: 10 });
    expect(atATime.most).toBeLessThanOrEqual(RUNS_AT_A_TIME);
  });

  test('hold nobody else’s up, even if there are 10,000 of them', async () => {
    const [hers, tom] = [await create(), await aPerson(app, { plan: 'pro' })];
    await flood(maya.userId, hers, 10_000);
    await startRun(app, maya.userId, hers, { occasion: randomUUID() });
    await startRun(app, tom.userId, await create(tom.userId));
    const jobs = await app.db
      .selectFrom('scheduled_jobs')
      .select('key')
      .where('queue', '=', 'automation-run')
      .execute();
    expect(jobs).toHaveLength(RUNS_AT_A_TIME + 1);
    const { container } = app;
    const stopped = new Error('enough');
    // Carries out runs until his is done.
    const until = untilSo(() => done.includes(tom.userId), stopped);
    await Promise.race([container.jobs.runDue(['automation-run']), until]).catch((error: unknown) => {
      if (error !== stopped) throw error;
    });
    expect(done.filter((userId) => userId === maya.userId).length).toBeLessThanOrEqual(3 * RUNS_AT_A_TIME);
    await app.db.deleteFrom('automation_runs').where('status', '=', 'queued').execute();
    await container.jobs.idle();
  });
});

/** Rejects with `error` as soon as it is so. */
async function untilSo(isSo: () => boolean, error: Error): Promise<never> {
  while (!isSo()) await new Promise(setImmediate);
  throw error;
}
