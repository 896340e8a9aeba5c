import { beforeEach, describe, expect, test } from 'vitest';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
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
import { StepError } from '../steps/step-handler.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let maya: Person;
/** What notes were given, in the order in which they were taken. */
let done: string[] = [];
/** What a note does before it is taken. */
let onNote: (text: string) => void = () => undefined;
const steps = scriptedSteps({
  note: async (step, { fill }) => {
    const text = step.kind === 'note' ? fill(step.text) : '';
    onNote(text);
    // Others get the chance to begin.
    await new Promise(setImmediate);
    done.push(text);
    return { kind: 'done', input: {}, output: {} };
  },
  wait: (_, { waiting, now }) => {
    const until = waiting?.until ?? new Date(now.getTime() + 60 * MINUTE_MS);
    return until <= now
      ? { kind: 'done', input: {}, output: {} }
      : { kind: 'waits', input: {}, until, reason: 'Waiting' };
  },
});
const NOTE: Step = { kind: 'note', id: 's1', text: '{{trigger.name}}' };
const AN_HOUR: Step = { kind: 'wait', id: 's2', until: { kind: 'duration', minutes: 60 } };
const END: Step = { kind: 'note', id: 's3', text: '{{trigger.name}} ends' };
const create = (list: Step[], more: Partial<Definition> = { oneAtATime: true }) =>
  anAutomation(app, maya.userId, { trigger: BY_HAND, steps: list, ...more });
const start = async (automationId: string, name: string) => {
  await startRun(app, maya.userId, automationId, { input: { name } });
  // The next is due later.
  app.clock.advance(1_000);
};
const runs = async () => (await runsOf(app, maya.userId)).map((run) => ({ ...run, name: String(run.input['name']) }));
const statuses = async () => Object.fromEntries((await runs()).map(({ name, status }) => [name, status]));
const idOf = async (name: string) => (await runs()).find((run) => run.name === name)?.id ?? '';

beforeEach(async () => {
  done = [];
  onNote = () => undefined;
  app = await createTestApp({ steps });
  maya = await aPerson(app, { plan: 'ultimate' });
});

describe('an automation that has one run at a time', () => {
  test('begins a run once the one before has ended with all it waits for, and holds up no other automation', async () => {
    const one = await create([NOTE, AN_HOUR, END]);
    for (const name of ['first', 'second', 'third']) await start(one, name);
    await start(await create([NOTE], {}), 'other');
    await runAutomations(app);
    expect(done).toEqual(expect.arrayContaining(['first', 'other']));
    expect(await statuses()).toEqual({ first: 'waiting', second: 'queued', third: 'queued', other: 'done' });

    const page = async (name: string) =>
      (await maya.api.powerUps.automations.run.query({ runId: await idOf(name) })).run.reason;
    expect([await page('second'), await page('third')]).toEqual(Array(2).fill('Waits for the run before it to end.'));
    expect(await page('first')).toBe('Waiting');

    app.clock.advance(60 * MINUTE_MS);
    await runAutomations(app);
    expect(await statuses()).toMatchObject({ first: 'done', second: 'waiting', third: 'queued' });
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: await idOf('second') });
    await runAutomations(app);
    expect(await statuses()).toMatchObject({ second: 'canceled', third: 'waiting' });
    app.clock.advance(60 * MINUTE_MS);
    await runAutomations(app);
    expect(done.filter((text) => text !== 'other')).toEqual(['first', 'first ends', 'second', 'third', 'third ends']);
  });

  test('carries them out in the order in which they were due, also if several processes end them at the same moment', async () => {
    const [one, another] = [await create([NOTE, END]), await create([NOTE])];
    const names = Array.from({ length: 8 }, (_none, index) => `run ${index}`);
    for (const name of names) await start(one, name);
    for (const name of ['x', 'y']) await start(another, name);
    expect((await runs()).filter(({ status }) => status === 'running')).toHaveLength(2);
    const second = await createTestApp({ keepData: true, clock: app.clock, steps });
    await Promise.all([app, second, app, second].map(runAutomations));
    await runAutomations(app);
    expect(Object.values(await statuses())).toEqual(Array(10).fill('done'));
    expect(done.filter((text) => text.startsWith('run'))).toEqual(names.flatMap((name) => [name, `${name} ends`]));
  });

  test('gets a run that is tried again in line, and one that waited keeps its turn', async () => {
    const one = await create([NOTE, AN_HOUR, END]);
    onNote = (text) => {
      if (text === 'first') throw new StepError('The mailbox is full.');
    };
    await start(one, 'first');
    await runAutomations(app);
    await start(one, 'second');
    await runAutomations(app);
    expect(await statuses()).toEqual({ first: 'failed', second: 'waiting' });
    onNote = () => undefined;
    await maya.api.powerUps.automations.retryRun.mutate({ runId: await idOf('first') });
    await runAutomations(app);
    expect(await statuses()).toEqual({ first: 'queued', second: 'waiting' });

    // The second is back in line while everything is paused, and is still before the first, which was due earlier.
    app.clock.advance(60 * MINUTE_MS);
    await maya.api.powerUps.automations.pauseAll.mutate({ isPaused: true });
    await runAutomations(app);
    expect(await statuses()).toEqual({ first: 'queued', second: 'queued' });
    await maya.api.powerUps.automations.pauseAll.mutate({ isPaused: false });
    await runAutomations(app);
    expect(done).toEqual(['second', 'second ends', 'first']);
    expect(await statuses()).toEqual({ first: 'waiting', second: 'done' });
  });

  test('waits for the runs of an earlier version too, which had others beside them', async () => {
    const one = await create([NOTE, AN_HOUR, END], {});
    for (const name of ['first', 'second']) await start(one, name);
    await runAutomations(app);
    expect(await statuses()).toEqual({ first: 'waiting', second: 'waiting' });
    const definition = { trigger: BY_HAND, steps: [NOTE, AN_HOUR, END], oneAtATime: true };
    const version = { user_id: maya.userId, automation_id: one, version: 2, definition };
    await app.db
      .insertInto('automation_versions')
      .values({ ...version, created_at: app.clock.current() })
      .execute();
    await app.db.updateTable('automations').set({ live_version: 2, draft_version: 2 }).where('id', '=', one).execute();
    await start(one, 'third');
    await runAutomations(app);
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: await idOf('first') });
    await runAutomations(app);
    expect(await statuses()).toMatchObject({ first: 'canceled', second: 'waiting', third: 'queued' });
    app.clock.advance(60 * MINUTE_MS);
    await runAutomations(app);
    expect(await statuses()).toMatchObject({ second: 'done', third: 'waiting' });
  });
});
