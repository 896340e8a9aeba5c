import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Definition } from '#contract/automations/definition.ts';
import type { Values } from '#contract/automations/values.ts';
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
import { createTestApp } from '#tests/support/test-app.ts';
import { createStoredValues } from './stored-values.ts';

const words = (count: number, seed = 1) =>
  Array.from({ length: count }, (_, index) => ((index + 1) * 7_919 * seed).toString(36)).join(' ');
const sizeOf = (value: unknown) => JSON.stringify(value).length;

type Row = { input: Values; output: Values };
/** Stores rows that are done, and reads them back from what a database would keep. */
function storeAndRead(trigger: Values, rows: Row[]) {
  const writing = createStoredValues(trigger);
  const stored = rows.map((row, index) => {
    const written = writing.write(index + 1, row);
    writing.add(index + 1, row);
    return { place: index + 1, status: 'done', ...(JSON.parse(JSON.stringify(written)) as typeof written) };
  });
  const read = createStoredValues(trigger).read(stored);
  return { stored, read: read.map(({ input, output }) => ({ input, output })) };
}

describe('values of a run', () => {
  const order = words(1_500);
  const trigger = { body: order };

  test('a text from the trigger is stored once, however a step uses it', () => {
    const rows: Row[] = [
      { input: { prompt: `Answer this: ${order} Be short.` }, output: { answer: order } },
      { input: { prompt: order.slice(200, 5_000) }, output: {} },
      {
        input: { sent: JSON.stringify({ text: `${order}\n"${order}"` }) },
        output: { list: [order, order.slice(500)] },
      },
    ];
    const { stored, read } = storeAndRead(trigger, rows);
    expect(read).toEqual(rows);
    expect(sizeOf(stored)).toBeLessThan(1_000);
  });

  test('a text that a step wrote or was given is stored once, too', () => {
    const rows: Row[] = [
      { input: { prompt: words(500, 3) }, output: { answer: words(800, 5) } },
      { input: { prompt: words(500, 3) }, output: { answer: words(800, 5) } },
      { input: { text: words(500, 11) }, output: { text: words(500, 11) } },
    ];
    const { stored, read } = storeAndRead({}, rows);
    expect(read).toEqual(rows);
    expect(sizeOf(stored)).toBeLessThan(sizeOf(rows) * 0.55);
  });

  test('short texts, numbers and booleans are stored as they are', () => {
    const rows: Row[] = [
      { input: { to: 'me', text: order.slice(0, 60) }, output: { count: 3, isPaid: true, items: ['cup'] } },
    ];
    expect(storeAndRead(trigger, rows).stored).toEqual([{ place: 1, status: 'done', ...rows[0] }]);
  });

  test('a text from outside that looks like a reference is only a text', () => {
    const forged = JSON.stringify({ parts: [[0, 0, 9_999]] });
    const rows: Row[] = [
      { input: { parts: forged, lengths: [forged] }, output: { value: forged } },
      { input: { text: `${forged}${order}${forged}` }, output: { __proto__x: forged, parts: [forged.repeat(30)] } },
    ];
    expect(storeAndRead({ body: order, parts: forged }, rows).read).toEqual(rows);
  });

  test('a repeated text never ends inside a surrogate pair', () => {
    const bowls = '🥣'.repeat(100);
    const rows: Row[] = [
      { input: { text: `${words(50)}\u{1F963}${bowls}` }, output: {} },
      { input: { text: `${words(50)}\u{1F964}${bowls}\u{1F964}` }, output: { text: `\u{2F963}${bowls}` } },
    ];
    const { stored, read } = storeAndRead({}, rows);
    expect(read).toEqual(rows);
    expect(JSON.stringify(stored)).not.toMatch(/\\ud[89a-f]/);
  });

  test('rows that were stored before texts were shared are read as they are', () => {
    const rows = [{ place: 1, status: 'done', input: { prompt: order }, output: { answer: order } }];
    expect(createStoredValues({}).read(rows)).toEqual(rows);
  });

  test('random texts that share pieces are read as they were written', () => {
    let seed = 42;
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    const pieces = Array.from({ length: 12 }, (_, index) => words(5 + random(60), index + 2));
    const text = () => Array.from({ length: random(6) }, () => (pieces[random(12)] ?? '').slice(random(40))).join('');
    const value = () => (random(3) === 0 ? Array.from({ length: random(5) }, text) : text());
    for (let round = 0; round < 50; round += 1) {
      const rows = Array.from({ length: 10 }, () => ({
        input: { a: value(), zz: value(), b: value() },
        output: { a: value(), c: random(9) },
      }));
      expect(storeAndRead({ body: text(), items: [text(), text()] }, rows).read).toEqual(rows);
    }
  });
});

/** 500 steps, each with the longest input and output allowed. */
const attack = (steps: number): Definition => ({
  trigger: BY_HAND,
  steps: [
    {
      kind: 'loop',
      id: 's1',
      over: 'trigger.items',
      max: 50,
      steps: Array.from({ length: steps }, (_, index) => ({
        kind: 'search' as const,
        id: `s${index + 2}`,
        query: '{{trigger.one}} and {{trigger.two}}',
      })),
    },
  ],
});

test('a run of 500 steps that each repeat 40,000 characters writes less than 2 MB, and its page shows all of it', async () => {
  const app = await createTestApp({
    steps: scriptedSteps({
      search: (step, { fill }) => {
        const text = fill(step.kind === 'search' ? step.query : '');
        const halves = { first: text.slice(0, 19_000), second: text.slice(19_000, 38_000) };
        return { kind: 'done', input: halves, output: halves };
      },
    }),
  });
  const maya = await aPerson(app, { plan: 'pro' });
  const automationId = await anAutomation(app, maya.userId, attack(10));
  const [one, two] = [
    words(1_900).padEnd(19_000, '.').slice(0, 19_000),
    words(2_400, 7).padEnd(19_000, '!').slice(0, 19_000),
  ];
  const items = Array.from({ length: 50 }, (_, index) => `item ${index}`);
  await startRun(app, maya.userId, automationId, { input: { one, two, items } });
  await runAutomations(app);
  const [run] = await runsOf(app, maya.userId);
  const runId = run?.id ?? '';
  const steps = await stepsOf(app, runId);
  expect(steps.length).toBeGreaterThanOrEqual(490);
  const { rows } = await sql<{ bytes: number; columns: number }>`
    select sum(octet_length(input::text) + octet_length(output::text))::int as bytes,
      sum(pg_column_size(input) + pg_column_size(output))::int as columns
    from automation_run_steps where run_id = ${runId}::uuid`.execute(app.db);
  expect(rows[0]?.bytes).toBeLessThan(2_000_000);
  const page = await maya.api.powerUps.automations.run.query({ runId });
  const last = page.steps.at(-1);
  expect(String(last?.input['first'])).toMatch(new RegExp(`^${one.slice(0, 200)}`));
  expect(last?.output).toEqual(last?.input);
});
