import { beforeEach, describe, expect, test } from 'vitest';
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
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { StepError } from '../steps/step-handler.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let userId: UserId;
/** What the steps of a test were given, in the order in which they were carried out. */
let done: string[] = [];
/** What a note does before it is done. */
let onNote: (text: string, attempt: number) => void = () => undefined;

const steps = scriptedSteps({
  search: () => ({
    kind: 'done',
    input: {},
    output: { facts: ['red', 'green', 'blue'], count: 3, left: 12, found: 'colors' },
  }),
  note: (step, { fill, attempt }) => {
    const text = step.kind === 'note' ? fill(step.text) : '';
    onNote(text, attempt);
    done.push(text);
    return { kind: 'done', input: { text }, output: {} };
  },
  wait: (_, { waiting, now }) => {
    const until = waiting?.until ?? new Date(now.getTime() + 60 * MINUTE_MS);
    return until <= now
      ? { kind: 'done', input: {}, output: {} }
      : { kind: 'waits', input: {}, until, reason: 'Waiting' };
  },
});

beforeEach(async () => {
  done = [];
  onNote = () => undefined;
  app = await createTestApp({ steps });
  ({ userId } = await aPerson(app, { plan: 'ultimate' }));
});

const note = (id: string, text: string): Step => ({ kind: 'note', id, text });
const anHour = (id: string): Step => ({ kind: 'wait', id, until: { kind: 'duration', minutes: 60 } });
const create = (...list: Step[]) => anAutomation(app, userId, { trigger: BY_HAND, steps: list });
async function run(...list: Step[]) {
  const automationId = await create(...list);
  await startRun(app, userId, automationId, { input: { name: 'Nora' } });
  await runAutomations(app);
  return automationId;
}
const theRun = async () => {
  const [found] = await runsOf(app, userId);
  if (!found) throw new Error('there is no run');
  return found;
};
const theSteps = async () => stepsOf(app, (await theRun()).id);

describe('a run', () => {
  test('doesn’t take a step’s own number for items that a loop left out', async () => {
    await run({ kind: 'search', id: 's1', query: 'colors' });
    expect((await theSteps())[0]?.output).toMatchObject({ left: 12 });
    expect(await theRun()).toMatchObject({ status: 'done', reason: '' });
  });

  test('carries out its steps in their order, with the values of those before, and records them', async () => {
    const search: Step = { kind: 'search', id: 's1', query: 'colors' };
    await run(search, note('s2', 'For {{trigger.name}}: {{s1.found}}'), note('s3', 'The end'));
    expect(done).toEqual(['For Nora: colors', 'The end']);
    expect(await theRun()).toMatchObject({ status: 'done', claimed_by: null });
    expect((await theSteps()).map(({ key, status, input }) => ({ key, status, input }))).toEqual([
      { key: 's1', status: 'done', input: {} },
      { key: 's2', status: 'done', input: { text: 'For Nora: colors' } },
      { key: 's3', status: 'done', input: { text: 'The end' } },
    ]);
  });

  test('takes the branch that its condition says, or stops there', async () => {
    const search: Step = { kind: 'search', id: 's1', query: 'colors' };
    const about = { kind: 'condition', value: 's1.count', than: '3', stops: false } as const;
    const condition: Step = {
      ...about,
      id: 's2',
      test: 'is',
      then: [note('s3', 'three')],
      otherwise: [note('s4', 'not three')],
    };
    const stopping: Step = {
      ...about,
      id: 's5',
      test: 'more_than',
      then: [],
      otherwise: [note('s6', 'few')],
      stops: true,
    };
    await run(search, condition, stopping, note('s7', 'never'));
    expect(done).toEqual(['three', 'few']);
    expect(await theRun()).toMatchObject({
      status: 'stopped',
      reason: 'The condition wasn’t met, so the run ended there.',
    });
  });

  test('goes through a list up to the most items, each with its place', async () => {
    const search: Step = { kind: 'search', id: 's1', query: 'colors' };
    const loop: Step = {
      kind: 'loop',
      id: 's2',
      over: 's1.facts',
      max: 2,
      steps: [note('s3', '{{s2.number}} {{s2.item}}')],
    };
    await run(search, loop, note('s4', 'done'));
    expect(done).toEqual(['1 red', '2 green', 'done']);
    expect((await theSteps()).map(({ key }) => key)).toEqual(['s1', 's2', 's2:0/s3', 's2:1/s3', 's4']);
  });

  test('waits without doing anything, and goes on when the time has come', async () => {
    await run(note('s1', 'before'), anHour('s2'), note('s3', 'after'));
    expect(await theRun()).toMatchObject({
      status: 'waiting',
      reason: 'Waiting',
      resume_at: new Date(app.clock.current().getTime() + 60 * MINUTE_MS),
    });
    app.clock.advance(59 * MINUTE_MS);
    await runAutomations(app);
    expect(done).toEqual(['before']);
    app.clock.advance(MINUTE_MS);
    await runAutomations(app);
    expect(done).toEqual(['before', 'after']);
    expect(await theRun()).toMatchObject({ status: 'done', resume_at: null });
  });

  test('tries a step that fails for now again, after one minute and after ten', async () => {
    onNote = (text, attempt) => {
      if (text === 'hello' && attempt < 3)
        throw new StepError('The mailbox is full.', { isTemporary: true, detail: '552' });
    };
    await run(note('s1', 'hello'), note('s2', 'next'));
    expect(await theRun()).toMatchObject({ status: 'waiting', reason: 'The mailbox is full.' });
    app.clock.advance(MINUTE_MS);
    await runAutomations(app);
    expect(done).toEqual([]);
    app.clock.advance(9 * MINUTE_MS);
    await runAutomations(app);
    expect(done).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await runAutomations(app);
    expect(done).toEqual(['hello', 'next']);
    const [step] = await theSteps();
    expect(step?.attempts).toMatchObject([{ error: 'The mailbox is full.' }, { error: 'The mailbox is full.' }]);
  });

  test('fails with its step’s sentence if three attempts fail, or one for good, and its owner is told', async () => {
    onNote = (text) => {
      throw new StepError('The mailbox is full.', { isTemporary: text === 'temporary' });
    };
    await run(note('s1', 'temporary'));
    for (const minutes of [1, 10]) {
      app.clock.advance(minutes * MINUTE_MS);
      await runAutomations(app);
    }
    expect(await theRun()).toMatchObject({ status: 'failed', reason: 'The mailbox is full.' });
    expect(await theSteps()).toMatchObject([{ status: 'failed', attempt: 3, input: { text: 'temporary' } }]);
    await run(note('s1', 'for good'));
    expect((await runsOf(app, userId)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    const notices = await app.db.selectFrom('notices').selectAll().where('topic', '=', 'run_failed').execute();
    expect(notices.map(({ details }) => details)).toMatchObject([
      { title: '“Morning post” couldn’t finish', detail: 'The mailbox is full.' },
      { detail: 'The mailbox is full.' },
    ]);
  });

  test('is bounded: values are cut, and it has at most 500 steps', async () => {
    const many = scriptedSteps({
      search: () => ({
        kind: 'done',
        input: {},
        output: { found: 'x'.repeat(50_000_000), facts: Array.from({ length: 1_000_000 }, () => 'item') },
      }),
      note: () => ({ kind: 'done', input: {}, output: {} }),
    });
    app = await createTestApp({ steps: many });
    ({ userId } = await aPerson(app, { plan: 'ultimate' }));
    const search: Step = { kind: 'search', id: 's1', query: 'everything' };
    const notes = Array.from({ length: 20 }, (_, index) => note(`sn${index}`, 'again'));
    await run(search, { kind: 'loop', id: 's2', over: 's1.facts', max: 50, steps: notes });
    expect(await theRun()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('at most 500 steps') as string,
    });
    const [found] = await theSteps();
    expect(JSON.stringify(found?.output).length).toBeLessThan(30_000);
    expect(found?.output['found']).toContain('characters were too many');
    expect(await theSteps()).toHaveLength(500);
  });
});
