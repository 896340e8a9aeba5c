import { beforeEach, describe, expect, test } from 'vitest';
import { KEPT_VALUES_MIN_BYTES } from '#contract/automations/automation-limits.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { UserId } from '#db/types.gen.ts';
import {
  anAutomation,
  BY_HAND,
  runAutomations,
  runsOf,
  scriptedSteps,
  startRun,
  stepsOf,
} from '#tests/support/automations/runs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { StepError } from '../steps/step-handler.ts';

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let isFailing = false;
beforeEach(async () => {
  isFailing = false;
  app = await createTestApp({
    steps: scriptedSteps({
      note: (step, { fill }) => {
        if (isFailing) throw new StepError('The Brain is full.');
        const text = fill(step.kind === 'note' ? step.text : '');
        return { kind: 'done', input: { text }, output: { fact: text, count: 2 } };
      },
    }),
  });
  maya = await aPerson(app, { plan: 'free' });
});

const check: Step = {
  kind: 'condition',
  id: 's1',
  value: 'trigger.order',
  test: 'contains',
  than: 'bowl',
  then: [{ kind: 'note', id: 's2', text: 'Sold: {{trigger.order}}' }],
  otherwise: [],
  stops: false,
};
/** Runs of an automation that ended a minute apart, each of which keeps `bytes`. */
type Ran = { bytes: number; userId?: UserId; of?: string };
async function ranTimes(times: number, { bytes, userId = maya.userId, of }: Ran) {
  const automationId = of ?? (await anAutomation(app, userId, { trigger: BY_HAND, steps: [check] }));
  for (let time = 0; time < times; time += 1) {
    await startRun(app, userId, automationId, { input: { order: `bowl ${time}` } });
    await runAutomations(app);
    app.clock.advance(MINUTE_MS);
  }
  await app.db
    .updateTable('automation_runs')
    .set({ kept_bytes: bytes })
    .where('user_id', '=', userId)
    .where('kept_bytes', '>', 0)
    .execute();
  return automationId;
}
const haveValues = async (userId = maya.userId) =>
  (await runsOf(app, userId)).map(({ values_deleted_at: deletedAt }) => deletedAt === null);
const makeRoom = () => app.container.services.keptValues.makeRoom();

describe('what the values of runs take up', () => {
  test('a run that has ended has the size of its own values and its steps’ values', async () => {
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [check] });
    const order = Array.from({ length: 2_000 }, (_, index) => `bowl ${index * 7_919}`)
      .join(' ')
      .slice(0, 15_000);
    await startRun(app, maya.userId, automationId, { input: { order } });
    await runAutomations(app);
    const [run] = await runsOf(app, maya.userId);
    expect(run?.kept_bytes).toBeGreaterThan(5_000);
    expect(run?.kept_bytes).toBeLessThan(20_000);
  });

  test('once an account’s runs exceed their allowance, the oldest lose their values and keep their steps', async () => {
    await ranTimes(7, { bytes: KEPT_VALUES_MIN_BYTES / 5 });
    await makeRoom();
    expect(await haveValues()).toEqual([false, false, true, true, true, true, true]);
    const [oldest, , kept] = await runsOf(app, maya.userId);
    expect(oldest).toMatchObject({ status: 'done', input: {}, kept_bytes: 0 });
    expect(await stepsOf(app, oldest?.id ?? '')).toMatchObject([
      { key: 's1', status: 'done', input: {}, output: { holds: true } },
      { key: 's2', status: 'done', input: {}, output: { count: 2 } },
    ]);
    expect(await stepsOf(app, kept?.id ?? '')).toMatchObject([{}, { input: { text: 'Sold: bowl 2' } }]);
    const { api } = maya;
    const page = await api.powerUps.automations.run.query({ runId: oldest?.id ?? '' });
    expect(page.run).toMatchObject({ status: 'done', areValuesDeleted: true });
    expect((await api.powerUps.automations.run.query({ runId: kept?.id ?? '' })).run.areValuesDeleted).toBe(false);
    await makeRoom();
    expect(await haveValues()).toEqual([false, false, true, true, true, true, true]);
  });

  test('the values of many runs are deleted a few at a time, and other accounts lose nothing', async () => {
    const tomas = await aPerson(app, { plan: 'free' });
    await ranTimes(2, { bytes: 20 * MB, userId: tomas.userId });
    await ranTimes(13, { bytes: 25 * MB });
    await makeRoom();
    expect((await haveValues()).filter(Boolean)).toHaveLength(2);
    expect(await haveValues(tomas.userId)).toEqual([true, true]);
  });

  test.each([
    ['free', 50],
    ['starter', 100],
    ['pro', 1_024],
    ['ultimate', 5 * 1_024],
  ] as const)('runs on the plan %s may keep %i MB', async (plan, megabytes) => {
    maya = await aPerson(app, { plan });
    const of = await ranTimes(2, { bytes: (megabytes / 2) * MB });
    await makeRoom();
    expect(await haveValues()).toEqual([true, true]);
    await ranTimes(1, { bytes: (megabytes / 2) * MB, of });
    await makeRoom();
    expect(await haveValues()).toEqual([false, true, true]);
  });

  test('a run that hasn’t ended keeps its values and finishes', async () => {
    const automationId = await anAutomation(app, maya.userId, {
      trigger: BY_HAND,
      steps: [check, { kind: 'wait', id: 's3', until: { kind: 'duration', minutes: 60 } }],
    });
    await startRun(app, maya.userId, automationId, { input: { order: 'bowl' } });
    await app.db
      .updateTable('automation_runs')
      .set({ kept_bytes: 80 * MB })
      .execute();
    await app.db
      .insertInto('budget_use')
      .values({ user_id: maya.userId, budget: 'run_bytes', day: '2026-11-16', used: 1 })
      .onConflict((on) => on.doNothing())
      .execute();
    await makeRoom();
    await runAutomations(app);
    expect(await runsOf(app, maya.userId)).toMatchObject([
      { status: 'done', values_deleted_at: null, input: { order: 'bowl' } },
    ]);
  });

  test('a failed run whose values were deleted can’t be retried, and says why', async () => {
    isFailing = true;
    await ranTimes(2, { bytes: 40 * MB });
    await makeRoom();
    const [oldest, newest] = await runsOf(app, maya.userId);
    const { retryRun } = maya.api.powerUps.automations;
    expect(await refusal(retryRun.mutate({ runId: oldest?.id ?? '' }))).toBe('RUN_CHANGED');
    await expect(retryRun.mutate({ runId: oldest?.id ?? '' })).rejects.toThrow(
      /deleted to make room.* can’t be retried/,
    );
    isFailing = false;
    await retryRun.mutate({ runId: newest?.id ?? '' });
    await runAutomations(app);
    expect((await runsOf(app, maya.userId)).map(({ status }) => status)).toEqual(['failed', 'done']);
  });
});
