import { beforeEach, describe, expect, test } from 'vitest';
import type { BudgetName } from '#contract/billing/budgets.ts';
import type { ActionStep } from '#contract/automations/steps.ts';
import { anAutomation, BY_HAND, runAutomations, runsOf, startRun, stepsOf } from '#tests/support/automations/runs.ts';
import { usedOf, useUp } from '#tests/support/usage.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'free' });
});

const notify: ActionStep = { kind: 'notify', id: 's1', text: 'Bowls are back.' };
const post: ActionStep = { kind: 'post', id: 's1', assistantId: 'brain_ai', text: 'Bowls are back.' };
const call: ActionStep = {
  kind: 'webhook',
  id: 's1',
  url: 'https://shop.example/in',
  fields: [],
  recognizesRepeats: true,
};
const email = (to: string): ActionStep => ({ kind: 'email', id: 's1', to, subject: 'Bowls', body: 'They are back.' });

async function start(steps: ActionStep[], { times = 1 } = {}) {
  const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps });
  for (let time = 0; time < times; time += 1) await startRun(app, maya.userId, automationId);
  await runAutomations(app);
}
const notices = () =>
  app.db.selectFrom('notices').select(['topic', 'subject', 'details']).where('user_id', '=', maya.userId).execute();
const newestRun = async () => (await runsOf(app, maya.userId)).at(-1);

describe('a step whose budget is used up', () => {
  const effects: [BudgetName, ActionStep][] = [
    ['bell_lines', notify],
    ['posts', post],
    ['bell_lines', post],
    ['calls', call],
  ];

  test.each(effects)(
    'a step whose budget (%s) is used up waits until it resets, and its owner is told once',
    async (budget, step) => {
      await useUp(app, maya.userId, budget);
      await start([step], { times: 2 });
      for (const run of await runsOf(app, maya.userId)) {
        expect(run).toMatchObject({ status: 'waiting', resume_at: new Date(Date.UTC(2026, 10, 17)) });
        expect(run.reason).toMatch(
          / up to .* a day\b.*\. This run continues on Tuesday, November 17, 2026, 12:00 AM UTC\.$/,
        );
        expect(await stepsOf(app, run.id)).toMatchObject([{ status: 'waiting', attempt: 1 }]);
      }
      const { automations } = await maya.api.powerUps.automations.overview.query();
      expect(automations).toMatchObject([{ waiting: { runs: 2, reason: expect.stringContaining(' up to ') } }]);
      expect(await app.db.selectFrom('messages').select('id').execute()).toEqual([]);
      expect((await notices()).map(({ topic }) => topic)).toEqual(['automation_paused']);
      app.clock.advance(DAY_MS);
      await runAutomations(app);
      expect(await usedOf(app, maya.userId, budget)).toBe(2);
    },
  );

  test('the owner gets 100 emails a day; the rest are in the bell, and one email lists them', async () => {
    await useUp(app, maya.userId, 'owner_emails', { left: 1 });
    await start([email('me'), { ...email('me'), id: 's2' }, { ...email('me'), id: 's3' }]);
    expect(await newestRun()).toMatchObject({ status: 'done', emails: 1 });
    expect(app.emails.filter(({ subject }) => subject === 'Bowls')).toHaveLength(1);
    expect((await notices()).map(({ topic, details }) => [topic, details['title']])).toEqual([
      ['automation_notice', 'Bowls'],
      ['automation_notice', 'Bowls'],
    ]);
    app.clock.advance(10 * 60_000);
    await app.container.jobs.runDue(['notice-email']);
    expect(app.emails.filter(({ subject }) => subject.includes('Bowls'))).toHaveLength(1);
    app.clock.advance(DAY_MS);
    await app.container.jobs.runDue(['digest-email']);
    const gathered = app.emails.filter(({ subject }) => subject === '2 notifications at Tenfold');
    expect(gathered).toHaveLength(1);
  });
});

test('runs of an account that is on hold wait, whatever their steps, and its owner is told once', async () => {
  await app.db.updateTable('users').set({ held_at: new Date() }).where('id', '=', maya.userId).execute();
  await start([{ kind: 'search', id: 's1', query: 'bowls' }], { times: 2 });
  for (const run of await runsOf(app, maya.userId))
    expect(run).toMatchObject({ status: 'waiting', reason: 'Your account is on hold. Please contact us.' });
  app.clock.advance(DAY_MS);
  await runAutomations(app);
  expect((await notices()).map(({ topic }) => topic)).toEqual(['automation_paused']);
  await app.db.updateTable('users').set({ held_at: null }).where('id', '=', maya.userId).execute();
  app.clock.advance(DAY_MS);
  await runAutomations(app);
  expect((await runsOf(app, maya.userId)).map(({ status }) => status)).toEqual(['done', 'done']);
});

describe('what runs write', () => {
  test('the steps of a run count toward the budgets of steps and bytes', async () => {
    await start([notify, { ...notify, id: 's2', text: 'x'.repeat(300) }]);
    expect(await usedOf(app, maya.userId, 'run_steps')).toBe(2);
    expect(await usedOf(app, maya.userId, 'run_bytes')).toBeGreaterThan(300);
  });

  test('the values a run starts with count toward the budget of bytes', async () => {
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [notify] });
    await startRun(app, maya.userId, automationId, { input: { text: 'x'.repeat(10_000) } });
    expect(await usedOf(app, maya.userId, 'run_bytes')).toBeGreaterThan(10_000);
    expect(await usedOf(app, maya.userId, 'run_steps')).toBe(0);
  });

  const room = [
    ['run_steps', 1],
    ['run_bytes', 10],
  ] as const;
  test.each(room)('a run that has used up the day’s %s waits until the next day', async (budget, left) => {
    await useUp(app, maya.userId, budget, { left });
    await start([notify, { ...notify, id: 's2' }]);
    const [run] = await runsOf(app, maya.userId);
    expect(run).toMatchObject({ status: 'waiting', resume_at: new Date(Date.UTC(2026, 10, 17)) });
    expect(await stepsOf(app, run?.id ?? '')).toMatchObject([{ status: 'done', key: 's1' }]);
    expect((await notices()).map(({ topic }) => topic)).toEqual(['automation_notice', 'automation_paused']);
    app.clock.advance(DAY_MS);
    await runAutomations(app);
    expect(await newestRun()).toMatchObject({ status: 'done' });
  });
});
