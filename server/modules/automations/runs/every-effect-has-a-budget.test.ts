import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUDGET_NAMES } from '#contract/billing/budgets.ts';
import type { RunStatus } from '#contract/automations/run-states.ts';
import type { ActionStep } from '#contract/automations/steps.ts';
import type { StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
import { anAutomation, BY_HAND, runAutomations, runsOf, startRun } from '#tests/support/automations/runs.ts';
import { exampleStep, LEAF_KINDS } from '#tests/support/automations/example-steps.ts';
import { aPerson } from '#tests/support/people.ts';
import { everyRow } from '#tests/support/automations/every-row.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { haveUsed, useUp } from '#tests/support/usage.ts';

const HOST = 'hooks.shop.example';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let server: Server;
let calls = 0;
async function anApp(steps?: (own: StepHandlers) => StepHandlers) {
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const standIns = new Map([[HOST, new URL(`http://127.0.0.1:${port}`)]]);
  const own = await createTestApp({ standIns });
  if (!steps) return own;
  return createTestApp({ standIns, steps: steps(own.container.services.stepHandlers) });
}
beforeEach(async () => {
  calls = 0;
  server = createServer((_, response) => {
    calls += 1;
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  app = await anApp();
  maya = await aPerson(app, { plan: 'free' });
});
afterEach(() => server.close());

/** Tables that change because the run waits. */
const ABOUT_WAITING = new Set([
  'automation_runs',
  'automation_run_steps',
  'notices',
  'scheduled_jobs',
  'budget_use',
  'budget_totals',
]);
/** The effects of a step of this kind whose owner has used up every budget and the limits of their plan. */
async function effectsWithNothingLeft(kind: ActionStep['kind']): Promise<string[]> {
  for (const budget of BUDGET_NAMES)
    if (budget !== 'run_steps' && budget !== 'run_bytes') await useUp(app, maya.userId, budget);
  await haveUsed(app, maya.userId, { kind: 'messages', amount: 50 });
  await haveUsed(app, maya.userId, { kind: 'templates', amount: 5 });
  const step = exampleStep(kind, { id: 's1', text: () => 'Bowls are back.' });
  const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [step] });
  const [before, emails, requests] = [
    await everyRow(app, { without: ABOUT_WAITING }),
    app.emails.length,
    app.model.requests.length,
  ];
  await startRun(app, maya.userId, automationId);
  await runAutomations(app);
  const after = await everyRow(app, { without: ABOUT_WAITING });
  const notices = await app.db.selectFrom('notices').select('topic').where('user_id', '=', maya.userId).execute();
  return [
    ...Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table])),
    ...notices
      .filter(({ topic }) => topic !== 'automation_paused' && topic !== 'usage_limit')
      .map(({ topic }) => topic),
    ...(app.emails.length > emails ? ['an email'] : []),
    ...(app.model.requests.length > requests ? ['a call of the model'] : []),
    ...(calls > 0 ? ['a call'] : []),
  ];
}

/** Kinds that pause their run at a limit of the plan, or wait for a time. */
const ENDS: Partial<Record<ActionStep['kind'], RunStatus>> = { ask: 'paused', template: 'paused', wait: 'waiting' };
test.each(LEAF_KINDS)('a step of the kind %s has no effect if its owner has no budget left', async (kind) => {
  expect(await effectsWithNothingLeft(kind)).toEqual([]);
  const [run] = await runsOf(app, maya.userId);
  const isFree = app.container.services.stepHandlers[kind].effect === 'none';
  expect(run?.status).toBe(ENDS[kind] ?? (isFree ? 'done' : 'waiting'));
});

test('this test would notice a step that takes from no budget', async () => {
  app = await anApp((own) => ({
    ...own,
    notify: { ...own.notify, run: async (step, context) => own.notify.run(step, { ...context, take: async () => {} }) },
  }));
  maya = await aPerson(app, { plan: 'free' });
  expect(await effectsWithNothingLeft('notify')).toEqual(['automation_notice']);
});
