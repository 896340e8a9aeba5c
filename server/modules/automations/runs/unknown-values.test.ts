import { beforeEach, expect, test } from 'vitest';
import type { Step, StepOf } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import { anAutomation, runAutomations, startRun } from '#tests/support/automations/runs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
});

const notify = (id: string, text: string): Step => ({ kind: 'notify', id, text });
const condition = (more: Partial<StepOf<'condition'>> = {}): Step => ({
  kind: 'condition',
  id: 's1',
  value: 'trigger.stock',
  test: 'less_than',
  than: '5',
  then: [notify('s2', 'Low stock')],
  otherwise: [notify('s3', 'Fine')],
  stops: false,
  ...more,
});
const trigger = { kind: 'manual', form: [{ name: 'stock', label: 'Stock', kind: 'number' }] } as const;
/** What a run of the steps comes to, with these values. */
async function run(input: Values, ...steps: Step[]) {
  const automationId = await anAutomation(app, maya.userId, {
    trigger: { ...trigger, form: [...trigger.form] },
    steps,
  });
  const started = await startRun(app, maya.userId, automationId, { input });
  await runAutomations(app);
  const runId = started.kind === 'started' ? started.runId : '';
  const page = await maya.api.powerUps.automations.run.query({ runId });
  return { runId, automationId, status: page.run.status, reason: page.run.reason, steps: page.steps };
}
const bell = async () =>
  (await maya.api.notifications.list.query({})).items.map(({ title, detail }) => [title, detail]);

test.each<[Values, string]>([
  [{}, '“Stock” is missing, so this condition couldn’t be checked.'],
  [{ stock: ' ' }, '“Stock” is missing, so this condition couldn’t be checked.'],
  [
    { stock: '3 pcs' },
    '“Stock” is “3 pcs”, which isn’t a number or a date we can read, so this condition couldn’t be checked.',
  ],
  [{ stock: '1.250' }, '“Stock” is “1.250”, which can be read in two ways, so this condition couldn’t be checked.'],
])('a condition on %j stops the run and tells its owner why', async (input, why) => {
  const ended = await run(input, condition({ ifUnknown: 'stop', than: '9' }));
  expect(ended).toMatchObject({
    status: 'failed',
    reason: why,
    steps: [{ stepId: 's1', status: 'failed', error: why }],
  });
  expect(await bell()).toEqual([['“Morning post” couldn’t finish', why]]);
});

test('a run that stopped at a condition continues once the condition treats the value as no', async () => {
  const { runId, automationId } = await run({}, condition({ ifUnknown: 'stop' }));
  const { automations } = maya.api.powerUps;
  const { revision } = await automations.get.query({ automationId });
  const definition = { trigger: { ...trigger, form: [...trigger.form] }, steps: [condition({ ifUnknown: 'no' })] };
  await automations.saveDraft.mutate({ automationId, revision, name: 'Stock', description: '', definition });
  await automations.publish.mutate({ automationId });
  await automations.retryRun.mutate({ runId });
  await runAutomations(app);
  const page = await automations.run.query({ runId });
  expect(page.run.status).toBe('done');
  expect(page.steps).toMatchObject([
    { stepId: 's1', status: 'done', output: { holds: false, unknown: 'It is missing, so this counted as no.' } },
    { stepId: 's3' },
  ]);
});

test.each<['no' | undefined, Partial<StepOf<'condition'>>, string]>([
  ['no', {}, 's3'],
  ['no', { test: 'is_not' }, 's3'],
  [undefined, {}, 's3'],
  [undefined, { test: 'is' }, 's3'],
  [undefined, { test: 'is_not' }, 's2'],
])('with %s chosen, a condition on a missing value takes its branch: %j', async (ifUnknown, more, branch) => {
  const ended = await run({}, condition({ ...more, ifUnknown }));
  expect(ended.status).toBe('done');
  expect(ended.steps.map(({ stepId }) => stepId)).toEqual(['s1', branch]);
});

test.each<[Values, 'stop' | undefined, string]>([
  [{ stock: ['a', 'b'] }, 'stop', 'done'],
  [{ stock: [] }, 'stop', 'done'],
  [{ stock: 'a, b' }, 'stop', 'failed'],
  [{}, 'stop', 'failed'],
  [{ stock: 'a, b' }, undefined, 'done'],
])('a loop over %j with %s chosen ends as %s', async (input, ifUnknown, status) => {
  const loop: Step = {
    kind: 'loop',
    id: 's1',
    over: 'trigger.stock',
    max: 50,
    ifUnknown,
    steps: [notify('s2', '{{s1.item}}')],
  };
  const ended = await run(input, loop);
  expect(ended.status).toBe(status);
  if (status === 'failed')
    expect(ended.reason).toMatch(/^“Stock” (?:isn’t a list|is missing), so there’s nothing to go through\.$/);
});

test('a loop goes through objects, and its steps and conditions use their fields', async () => {
  const gate: Step = {
    kind: 'condition',
    id: 's2',
    value: 's1.item_qty',
    test: 'more_than',
    than: '1',
    ifUnknown: 'stop',
    then: [notify('s3', '{{s1.number}}: {{s1.item_sku}}')],
    otherwise: [],
    stops: false,
  };
  const loop: Step = { kind: 'loop', id: 's1', over: 'trigger.lines', max: 50, ifUnknown: 'stop', steps: [gate] };
  const lines = [
    { sku: 'a', qty: 2 },
    { sku: 'b', qty: 1 },
    { sku: 'c', qty: 12 },
  ].map((line) => JSON.stringify(line));
  expect(await run({ lines }, loop)).toMatchObject({ status: 'done' });
  expect(new Set((await bell()).map(([title]) => title))).toEqual(new Set(['1: a', '3: c']));
});

test('a run whose loop left items out says how many, and its owner is told', async () => {
  const stock = Array.from({ length: 100 }, (_, index) => `P${index}`);
  const search: Step = { kind: 'search', id: 's2', query: '{{s1.item}}' };
  const loop: Step = { kind: 'loop', id: 's1', over: 'trigger.stock', max: 50, steps: [search] };
  const said = 'Did 50 of 100 items. The other 50 were left out, because a list is longer than its step allows.';
  const ended = await run({ stock }, loop);
  expect(ended).toMatchObject({ status: 'done', reason: said });
  expect(ended.steps[0]).toMatchObject({ stepId: 's1', output: { count: 50, left: 50 } });
  expect(await bell()).toEqual([['“Morning post” didn’t get to every item', said]]);
});

test.each<[string, Values, string[]]>([
  ['undefined', {}, []],
  ['stop', { ifUnknown: 'stop' }, ['a', 'b']],
])('a loop with %s chosen goes through a list of objects only if there was a choice', async (_chosen, more, items) => {
  const loop = {
    kind: 'loop',
    id: 's1',
    over: 'trigger.lines',
    max: 50,
    steps: [notify('s2', '{{s1.item_sku}}')],
    ...more,
  };
  const lines = ['{"sku":"a"}', '{"sku":"b"}'];
  const ended = await run({ lines }, loop as Step, notify('s9', '{{trigger.lines}}')); // reason: the choice is one of two
  expect(ended.status).toBe('done');
  const said = (await bell()).map(([title]) => title);
  expect(new Set(said)).toEqual(new Set([...items, '[{"sku":"a"},{"sku":"b"}]']));
});

test('a list that was cut before its loop says how many items it had', async () => {
  const search: Step = { kind: 'search', id: 's2', query: '{{s1.item}}' };
  const loop: Step = { kind: 'loop', id: 's1', over: 'trigger.stock', max: 50, steps: [search] };
  const ended = await run({ stock: Array.from({ length: 300 }, (_, index) => `P${index}`) }, loop);
  expect(ended.reason).toMatch(/^Did 50 of 300 items\. The other 250 were left out/);
});

test('a run that stops inside a loop says at which item', async () => {
  const gate = { ...condition({ ifUnknown: 'stop' }), id: 's5', value: 's1.item_qty' } as Step; // reason: a condition
  const loop: Step = { kind: 'loop', id: 's1', over: 'trigger.lines', max: 50, ifUnknown: 'stop', steps: [gate] };
  const ended = await run({ lines: ['{"qty":3}', '{"sku":"b"}'] }, loop);
  expect(ended.reason).toBe('“Item qty” is missing, so this condition couldn’t be checked. This was item 2.');
});
