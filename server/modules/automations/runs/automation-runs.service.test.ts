import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  anAutomation,
  BY_HAND,
  runAutomations,
  runsOf,
  scriptedSteps,
  startRun,
  stepsOf,
} from '#tests/support/automations/runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { StepError, type StepOutcome } from '../steps/step-handler.ts';
import { resumeRun } from './line.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let maya: Person;
let done: string[] = [];
/** What the step with this text does instead of being done. */
let instead = new Map<string, () => StepOutcome | Promise<StepOutcome>>();

const steps = scriptedSteps({
  note: async (step, { fill }) => {
    const text = step.kind === 'note' ? fill(step.text) : '';
    const other = await instead.get(text)?.();
    if (other) return other;
    done.push(text);
    return { kind: 'done', input: { text }, output: {}, messages: 1 };
  },
  webhook: {
    effect: 'outside',
    run: async () => {
      throw new StepError('Nobody knows whether this arrived.', { isUnknown: true });
    },
  },
});
const fail =
  (sentence = 'The mailbox is full.') =>
  () => {
    throw new StepError(sentence);
  };
const note = (id: string, text: string): Step => ({ kind: 'note', id, text });
const webhook: Step = { kind: 'webhook', id: 's2', url: 'https://shop.example', fields: [], recognizesRepeats: false };

beforeEach(async () => {
  done = [];
  instead = new Map();
  app = await createTestApp({ steps });
  maya = await aPerson(app, { plan: 'ultimate' });
});
const create = (list: Step[], trigger: Trigger = BY_HAND) => anAutomation(app, maya.userId, { trigger, steps: list });
const automations = () => maya.api.powerUps.automations;
async function ran(...list: Step[]): Promise<{ automationId: string; runId: string }> {
  const automationId = await create(list);
  const runId = randomUUID();
  await automations().startRun.mutate({ id: runId, automationId, form: {} });
  await runAutomations(app);
  return { automationId, runId };
}
const statusOf = async (runId: string) => (await automations().run.query({ runId })).run.status;
const noticesOf = (topic: 'automation_paused' | 'run_failed' | 'automation_notice') =>
  app.db.selectFrom('notices').selectAll().where('topic', '=', topic).execute();

describe('a run by hand', () => {
  const form: Trigger = {
    kind: 'manual',
    form: [
      { name: 'name', label: 'Name', kind: 'text' },
      { name: 'pieces', label: 'Pieces', kind: 'number' },
      { name: 'colors', label: 'Colors', kind: 'list' },
    ],
  };

  test('gets what its form asks for, and starts once however often it is sent', async () => {
    const automationId = await create([note('s1', '{{trigger.name}} {{trigger.pieces}}')], form);
    const request = {
      id: randomUUID(),
      automationId,
      form: { name: 'Nora', pieces: '1200,5', colors: 'red\n\n blue ' },
    };
    for (let times = 0; times < 2; times += 1)
      expect(await automations().startRun.mutate(request)).toMatchObject({ id: request.id, cause: 'manual' });
    await runAutomations(app);
    expect(done).toEqual(['Nora 1200.5']);
    expect((await automations().run.query({ runId: request.id })).input).toEqual({
      name: 'Nora',
      pieces: 1200.5,
      colors: ['red', 'blue'],
    });
  });

  test('is refused with values that its form doesn’t ask for, or when it is off or everything is paused', async () => {
    const automationId = await create([note('s1', 'hello')], form);
    const start = (values: Record<string, string>, id = automationId) =>
      refusal(automations().startRun.mutate({ id: randomUUID(), automationId: id, form: values }));
    expect(await start({ other: 'x' })).toBe('INVALID_INPUT');
    for (const pieces of ['many', '1.200', '0x10', '1e3']) expect(await start({ pieces })).toBe('INVALID_INPUT');
    const off = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [] }, { isOn: false });
    expect(await start({}, off)).toBe('AUTOMATION_OFF');
    await automations().pauseAll.mutate({ isPaused: true });
    expect(await start({})).toBe('AUTOMATIONS_PAUSED');
    expect(await runsOf(app, maya.userId)).toEqual([]);
  });
});

describe('a run that failed', () => {
  test('goes on from the step that failed, and what was done isn’t done again', async () => {
    instead.set('two', fail());
    const { runId } = await ran(note('s1', 'one'), note('s2', 'two'), note('s3', 'three'));
    expect(await statusOf(runId)).toBe('failed');
    instead.clear();
    await automations().retryRun.mutate({ runId });
    await runAutomations(app);
    expect(done).toEqual(['one', 'two', 'three']);
    const { run, steps: shown } = await automations().run.query({ runId });
    expect(run).toMatchObject({ status: 'done', messages: 3 });
    expect(shown[1]?.attempts).toMatchObject([{ error: 'The mailbox is full.' }]);
    expect(await refusal(automations().retryRun.mutate({ runId }))).toBe('RUN_CHANGED');
  });

  test('five times in a row turns its automation off, which releases its place in the plan and is told once', async () => {
    instead.set('one', fail());
    const automationId = await create([note('s1', 'one')]);
    for (let times = 0; times < 4; times += 1) await startRun(app, maya.userId, automationId);
    await runAutomations(app);
    instead.clear();
    await startRun(app, maya.userId, automationId);
    await runAutomations(app);
    instead.set('one', fail());
    for (let times = 0; times < 6; times += 1) await startRun(app, maya.userId, automationId);
    await runAutomations(app);
    const { automation, usage } = await automations().get.query({ automationId });
    expect({ ...automation, used: usage.used }).toMatchObject({ isOn: false, pauseReason: 'failures', used: 0 });
    expect(await noticesOf('automation_paused')).toMatchObject([{ details: { title: '“Morning post” is paused' } }]);
    expect(await startRun(app, maya.userId, automationId)).toEqual({ kind: 'off' });
  });
});

describe('a step of which nobody knows whether it happened', () => {
  test.each([
    ['happened', ['one', 'three'], 'done'],
    ['skip', ['one', 'three'], 'done'],
    ['repeat', ['one'], 'paused'],
  ] as const)('waits for its owner, who says %s', async (outcome, expected, status) => {
    const { runId } = await ran(note('s1', 'one'), webhook, note('s3', 'three'));
    expect(await automations().run.query({ runId })).toMatchObject({
      run: { status: 'paused', reason: 'Nobody knows whether this arrived.' },
      steps: [{ status: 'done' }, { status: 'unknown' }],
    });
    expect(await noticesOf('automation_paused')).toHaveLength(1);
    expect(await refusal(automations().retryRun.mutate({ runId }))).toBe('RUN_CHANGED');
    await automations().settleUnknown.mutate({ runId, outcome });
    await runAutomations(app);
    expect(done).toEqual(expected);
    expect(await statusOf(runId)).toBe(status);
  });
});

describe('a run that is paused', () => {
  test('goes on at the time that was said, or when its owner wants it; the bell says so once for all of them', async () => {
    const until = new Date('2026-12-01T00:00:00Z');
    instead.set('one', () => ({ kind: 'pauses', input: {}, reason: 'No messages are left.', until }));
    const [first, second] = [await ran(note('s1', 'one')), await ran(note('s1', 'one'))];
    expect([await statusOf(first.runId), await statusOf(second.runId)]).toEqual(['paused', 'paused']);
    expect(await noticesOf('automation_paused')).toHaveLength(1);
    instead.clear();
    await automations().retryRun.mutate({ runId: first.runId });
    await runAutomations(app);
    expect(done).toEqual(['one']);
    app.clock.set('2026-12-01T00:00:00Z');
    await runAutomations(app);
    expect(done).toEqual(['one', 'one']);
  });

  test('goes on as soon as what it waits for has come, even if that was in the middle of looking', async () => {
    const until = new Date(app.clock.current().getTime() + DAY_MS);
    let looked = 0;
    let runId = '';
    const kick = () => inTransaction(app.db, async (trx) => resumeRun(trx, maya.userId, runId, await app.clock.now()));
    const waiting = scriptedSteps({
      approve: async () => {
        looked += 1;
        if (looked === 3) await kick();
        return looked > 3
          ? { kind: 'done', input: {}, output: {} }
          : { kind: 'waits', input: {}, until, reason: 'Asked' };
      },
    });
    app = await createTestApp({ steps: waiting });
    maya = await aPerson(app, { plan: 'ultimate' });
    const approve: Step = {
      kind: 'approve',
      id: 's1',
      title: 'Post?',
      text: 'Hi',
      deadline: { kind: 'hours', hours: 24 },
      ifLate: 'skip',
    };
    ({ runId } = await ran(approve));
    expect([looked, await statusOf(runId)]).toEqual([1, 'waiting']);
    await kick();
    await runAutomations(app);
    expect([looked, await statusOf(runId)]).toEqual([2, 'waiting']);
    await kick();
    await runAutomations(app);
    expect([looked, await statusOf(runId)]).toEqual([4, 'done']);
  });
});

test('a run that is canceled does nothing more, and its step that waited says so', async () => {
  const until = new Date(app.clock.current().getTime() + DAY_MS);
  instead.set('two', () => ({ kind: 'waits', input: {}, until, reason: 'Waiting' }));
  const { runId } = await ran(note('s1', 'one'), note('s2', 'two'));
  await automations().cancelRun.mutate({ runId });
  app.clock.advance(2 * DAY_MS);
  await runAutomations(app);
  const page = await automations().run.query({ runId });
  expect(page).toMatchObject({ run: { status: 'canceled' }, steps: [{ status: 'done' }, { status: 'skipped' }] });
  await automations().cancelRun.mutate({ runId });
  expect(await automations().run.query({ runId })).toEqual(page);
  expect(
    await app.db.selectFrom('scheduled_jobs').select('key').where('queue', '=', 'automation-run').execute(),
  ).toEqual([]);
});

test('everything that is paused stays where it is, and goes on afterwards', async () => {
  const pausing = async (): Promise<StepOutcome> => {
    await automations().pauseAll.mutate({ isPaused: true });
    return { kind: 'done', input: {}, output: {} };
  };
  instead.set('one', pausing);
  const { runId } = await ran(note('s1', 'one'), note('s2', 'two'));
  expect([await statusOf(runId), done]).toEqual(['queued', []]);
  await automations().pauseAll.mutate({ isPaused: false });
  await runAutomations(app);
  expect([await statusOf(runId), done]).toEqual(['done', ['two']]);
});

test('a run’s page shows what went in and came out, without secrets, and lists go on page by page', async () => {
  const key = `sk_live_${'4'.repeat(24)}`;
  instead.set('secret', () => ({
    kind: 'done',
    input: { text: `Use ${key} please`, authorization: 'anything' },
    output: { response: '{"token":"abcdef123456","name":"Nora"}' },
  }));
  const { automationId, runId } = await ran(note('s1', 'secret'));
  const [step] = (await automations().run.query({ runId })).steps;
  expect(step).toMatchObject({ key: 's1', stepId: 's1', kind: 'note', items: [], status: 'done' });
  expect(step?.input).toEqual({ text: 'Use •••• please', authorization: '••••' });
  expect(step?.output).toEqual({ response: '{"token":"••••","name":"Nora"}' });
  expect(JSON.stringify(await stepsOf(app, runId))).toContain(key);
  for (let count = 0; count < 34; count += 1) {
    app.clock.advance(1_000);
    await startRun(app, maya.userId, automationId, { occasion: `${count}` });
  }
  const first = await automations().runs.query({ automationId });
  const rest = await automations().runs.query({ automationId, cursor: first.nextCursor ?? '' });
  expect([first.runs.length, rest.runs.length, rest.nextCursor]).toEqual([30, 5, null]);
  expect(new Set([...first.runs, ...rest.runs].map(({ id }) => id)).size).toBe(35);
  expect(rest.runs.at(-1)?.id).toBe(runId);
});

test('runs that ended are kept for 90 days', async () => {
  const { runId } = await ran(note('s1', 'one'));
  const count = async () => [(await runsOf(app, maya.userId)).length, (await stepsOf(app, runId)).length];
  app.clock.advance(RUN_DAYS * DAY_MS - 1);
  await app.container.services.automationRuns.purge();
  expect(await count()).toEqual([1, 1]);
  app.clock.advance(2);
  await app.container.services.automationRuns.purge();
  expect(await count()).toEqual([0, 0]);
});

test('a run that hasn’t ended after 90 days is canceled, and its owner is told', async () => {
  const { runId } = await ran(webhook);
  app.clock.advance(RUN_DAYS * DAY_MS - 1);
  await app.container.services.automationRuns.purge();
  expect(await runsOf(app, maya.userId)).toMatchObject([{ id: runId, status: 'paused' }]);
  app.clock.advance(2);
  await app.container.services.automationRuns.purge();
  const reason = 'It hadn’t ended after 90 days, so it was canceled.';
  expect(await runsOf(app, maya.userId)).toMatchObject([{ status: 'canceled', reason }]);
  expect(await noticesOf('run_failed')).toHaveLength(1);
});
