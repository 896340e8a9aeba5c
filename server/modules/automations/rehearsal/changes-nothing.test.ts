import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { allSteps } from '#contract/automations/all-steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { STEP_KINDS, type Step } from '#contract/automations/steps.ts';
import { anAutomation } from '#tests/support/automations/automations.ts';
import { knowingModel, typeFact } from '#tests/support/brain/brain.ts';
import { ask } from '#tests/support/chat.ts';
import { learn } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { exampleStep, LEAF_KINDS } from '#tests/support/automations/example-steps.ts';
import { everyRow } from '#tests/support/automations/every-row.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp({
    environment: { AI_DAILY_CAP_USD: '100', AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1' },
  });
  maya = await aPerson(app, { plan: 'pro' });
});

/** What a rehearsal may change: itself, its job, today's count of rehearsals, and what its model calls used. */
const ITS_OWN = new Set([
  'automation_rehearsals',
  'attempt_counters',
  'model_spending',
  'model_spending_days',
  'budget_use',
  'budget_totals',
]);

const ANSWERS = { question: '{{s1.post}}?', why: 'We ask.', ourAnswer: 'Bowls.', whatHappens: 'read' };
const STEPS: Step[] = [
  {
    kind: 'ask',
    id: 's1',
    assistantId: 'soshie',
    prompt: 'A post from {{run.yesterdays_chats}} before {{run.next_date}}',
    parts: [
      { name: 'post', label: 'Post', kind: 'text' },
      { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
      { name: 'ideas', label: 'Ideas', kind: 'list' },
    ],
  },
  { kind: 'search', id: 's2', query: 'bowls' },
  {
    kind: 'condition',
    id: 's3',
    value: 's1.worth',
    test: 'is',
    than: 'Yes',
    then: [{ kind: 'template', id: 's4', templateId: 'weekly-question', values: ANSWERS }],
    otherwise: [],
    stops: false,
  },
  {
    kind: 'loop',
    id: 's5',
    over: 's1.ideas',
    max: 3,
    steps: [{ kind: 'note', id: 's6', text: 'We sell {{s5.item}}.' }],
  },
  { kind: 'wait', id: 's7', until: { kind: 'time', time: '18:00' } },
  { kind: 'notify', id: 's8', text: 'A post is ready' },
  { kind: 'post', id: 's9', assistantId: 'soshie', text: '{{s1.post}}' },
  { kind: 'email', id: 's10', to: 'me', subject: 'The post', body: '{{s1.post}}' },
  {
    kind: 'approve',
    id: 's11',
    title: 'The post',
    text: '{{s1.post}}',
    deadline: { kind: 'hours', hours: 2 },
    ifLate: 'skip',
  },
  {
    kind: 'webhook',
    id: 's12',
    url: 'https://shop.example/in',
    fields: [{ name: 'post', value: '{{s11.text}}' }],
    recognizesRepeats: true,
  },
];
const used = new Set(allSteps(STEPS).map(({ kind }) => kind));
const steps = [
  ...STEPS,
  ...LEAF_KINDS.filter((kind) => !used.has(kind)).map((kind, index) =>
    exampleStep(kind, { id: `s${index + 20}`, text: () => 'Bowls are back.' }),
  ),
];
test('a rehearsal of every kind of step changes nothing, sends nothing and counts nothing', async () => {
  expect(new Set(allSteps(steps).map(({ kind }) => kind))).toEqual(new Set(STEP_KINDS));
  knowingModel(app);
  await ask(maya, 'How much is a bowl?');
  await app.container.services.runner.idle();
  await typeFact(maya, 'The kiln opening is on December 12.');
  await learn(app);
  const trigger: Definition['trigger'] = {
    kind: 'schedule',
    schedule: { every: 'weekday', time: '08:00' },
    timeZone: 'UTC',
    missed: 'run_once',
  };
  const automationId = await anAutomation(maya, { isOn: true, definition: { trigger, steps } });
  app.model.answerWith(async function* answer() {
    yield JSON.stringify({ post: 'Bowls', worth: true, ideas: ['Bowls', 'Mugs'] });
  });
  const [before, emails, texts] = [
    await everyRow(app, { without: ITS_OWN, queue: 'automation-rehearsal' }),
    app.emails.length,
    app.messages.length,
  ];

  await app.container.services.rehearsals.start(maya.userId, { id: randomUUID(), automationId });
  await app.container.jobs.idle();

  const { rehearsal } = await app.container.services.rehearsals.find(maya.userId, automationId);
  expect(rehearsal?.runs.map(({ stopsAt }) => stopsAt)).toEqual(Array.from({ length: 9 }, () => null));
  expect(rehearsal).toMatchObject({ status: 'done', answersWritten: 9, messages: 9, approvals: 9, emails: 9 });
  for (const run of rehearsal?.runs ?? []) {
    expect(new Set(run.steps.map(({ kind }) => kind))).toEqual(new Set(STEP_KINDS));
    // Nobody knows when its owner answers.
    expect(run.steps.at(-1)?.at).toBeNull();
  }
  expect(await everyRow(app, { without: ITS_OWN, queue: 'automation-rehearsal' })).toEqual(before);
  expect([app.emails.length, app.messages.length]).toEqual([emails, texts]);
});
