import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { REHEARSAL_ANSWERS, REHEARSALS_PER_DAY } from '#contract/automations/automation-limits.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { REHEARSALS_USED_UP } from '#contract/automations/rehearsal-texts.ts';
import type { Step } from '#contract/automations/steps.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { typeFact } from '#tests/support/brain/brain.ts';
import { ask, brokenModel, model } from '#tests/support/chat.ts';
import { loseProcesses } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
// It is Monday, November 16, 2026, 9:00 UTC.
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
});

const every = (schedule: Extract<Definition['trigger'], { kind: 'schedule' }>['schedule']): Definition['trigger'] => ({
  kind: 'schedule',
  schedule,
  timeZone: 'UTC',
  missed: 'run_once',
});
const weekdays = every({ every: 'weekday', time: '08:00' });
const question = (id = 's1', prompt = 'Write one post.'): Extract<Step, { kind: 'ask' }> => ({
  kind: 'ask',
  id,
  assistantId: 'soshie',
  prompt,
  parts: [],
});
const judged: Extract<Step, { kind: 'ask' }> = {
  ...question('s1', 'A post from {{run.yesterdays_chats}}'),
  parts: [
    { name: 'post', label: 'Post', kind: 'text' },
    { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
  ],
};
const condition = (more: Partial<Extract<Step, { kind: 'condition' }>> = {}): Step => ({
  kind: 'condition',
  id: 's2',
  value: 's1.worth',
  test: 'is',
  than: 'Yes',
  then: [],
  otherwise: [],
  stops: true,
  ...more,
});
const notify = (id = 's9', text = 'Done'): Step => ({ kind: 'notify', id, text });
const email = (id = 's8', body = '{{s1.post}}'): Step => ({ kind: 'email', id, to: 'me', subject: 'The post', body });

const service = () => app.container.services.rehearsals;
async function rehearse(automationId: string, id: string = randomUUID()) {
  await maya.api.powerUps.automations.startRehearsal.mutate({ id, automationId });
  await app.container.jobs.idle();
  const { rehearsal } = await maya.api.powerUps.automations.rehearsal.query({ automationId });
  if (!rehearsal) throw new Error('there is no rehearsal');
  return rehearsal;
}
const rehearsed = async (trigger: Definition['trigger'], steps: Step[]) =>
  rehearse(await anAutomation(maya, { definition: aDefinition({ trigger, steps }) }));
/** The model judges each post by how many there were before. */
function judge(isWorth: (count: number) => boolean) {
  let count = 0;
  app.model.answerWith(async function* answer() {
    count += 1;
    yield JSON.stringify({ post: `Post ${count}`, worth: isWorth(count) });
  });
}

describe('a schedule', () => {
  test('is rehearsed for each of its times in the next 14 days, counted where the owner lives', async () => {
    await maya.api.profile.updatePreferences.mutate({
      language: '',
      timeZone: 'America/Los_Angeles',
      emailsAboutSignIns: true,
    });
    // There, it is one in the morning, and 8:00 UTC is midnight.
    const { status, days, runs, plannedRuns, messages, emails, trigger } = await rehearsed(weekdays, [notify()]);
    expect({ status, plannedRuns, messages, emails, trigger }).toEqual({
      status: 'done',
      plannedRuns: 9,
      messages: 0,
      emails: 0,
      trigger: weekdays,
    });
    expect(days[0]).toEqual({ day: '2026-11-16', runs: 0 });
    expect(days.map((day) => day.runs)).toEqual([0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0]);
    expect(runs[0]).toMatchObject({ at: '2026-11-17T08:00:00.000Z', about: null, stopsAt: null });
  });

  test('without a time in these days has no run, and says when the next one is', async () => {
    const { runs, plannedRuns, nextRunAt } = await rehearsed(
      every({ every: 'year', month: 2, day: 29, time: '08:00' }),
      [notify()],
    );
    expect({ runs, plannedRuns, nextRunAt }).toEqual({
      runs: [],
      plannedRuns: 0,
      nextRunAt: '2028-02-29T08:00:00.000Z',
    });
  });

  test('that runs often is rehearsed 30 times, and the rest only counted', async () => {
    model(app, 'A post');
    const { runs, plannedRuns, messages, isAtMost, answersWritten } = await rehearsed(
      every({ every: 'cron', expression: '*/15 * * * *' }),
      [question()],
    );
    expect({ runs: runs.length, plannedRuns, messages, isAtMost, answersWritten }).toEqual({
      runs: 30,
      plannedRuns: 1_307,
      messages: 1_307,
      isAtMost: true,
      answersWritten: REHEARSAL_ANSWERS,
    });
  });
});

test('the first ten answers are really written, in the order of the runs; from then on it is said what would be asked', async () => {
  let written = 0;
  app.model.answerWith(async function* answer() {
    written += 1;
    yield `Post ${written}`;
  });
  const { runs, messages, answersWritten } = await rehearsed(every({ every: 'day', time: '08:00' }), [question()]);
  expect({ written, answersWritten, messages, runs: runs.length }).toEqual({
    written: 10,
    answersWritten: 10,
    messages: 13,
    runs: 13,
  });
  expect(runs.map(({ steps: [step] }) => step?.outcome)).toEqual([
    ...Array.from({ length: 10 }, () => 'written'),
    'would',
    'would',
    'would',
  ]);
  expect(runs.at(0)?.steps[0]?.body).toBe('Post 1');
  expect(runs.at(-1)?.steps[0]?.body).toBe('Write one post.');
});

test('a run that a condition would stop says at which step and why, and counts nothing after it', async () => {
  judge((count) => count !== 2);
  const { runs, messages, emails, isAtMost } = await rehearsed(weekdays, [judged, condition(), email()]);
  expect(runs[0]).toMatchObject({
    stopsAt: null,
    steps: [
      { stepId: 's1', outcome: 'written', body: 'Post 1' },
      { stepId: 's2', outcome: 'would', text: 'Worth posting: Yes, so it continues.' },
      { stepId: 's8', outcome: 'would', body: 'Post 1' },
    ],
  });
  const why = 'Worth posting: No, so it would stop here.';
  expect(runs[1]).toMatchObject({ stopsAt: { stepId: 's2', why }, steps: [{}, { outcome: 'stops', text: why }] });
  expect({ runs: runs.length, messages, emails, isAtMost }).toEqual({
    runs: 9,
    messages: 9,
    emails: 8,
    isAtMost: false,
  });
});

test('a condition on what nobody knows yet says both outcomes, and counts the dearer one', async () => {
  const steps = [
    { kind: 'webhook', id: 's1', url: 'https://shop.example/stock', fields: [], recognizesRepeats: false },
    condition({
      value: 's1.status',
      test: 'more_than',
      than: '299',
      stops: false,
      then: [email('s3', 'It failed: {{s1.response}}')],
      otherwise: [question('s4'), notify('s5')],
    }),
    email('s6', 'All done'),
  ] satisfies Step[];
  const handlers = {
    ...app.container.services.stepHandlers,
    // What a call would return, nobody knows.
    webhook: {
      ...app.container.services.stepHandlers.webhook,
      rehearse: async () => ({ outcome: 'would' as const, text: 'It would be called.', body: null, output: {} }),
    },
  };
  app = await createTestApp({ keepData: true, clock: app.clock, steps: handlers });
  const id = await anAutomation(maya, { definition: aDefinition({ trigger: weekdays, steps }) });
  await service().start(maya.userId, { id: randomUUID(), automationId: id });
  await app.container.jobs.idle();
  const { rehearsal } = await service().find(maya.userId, id);
  expect(rehearsal?.runs[0]).toMatchObject({
    stopsAt: null,
    steps: [
      { stepId: 's1' },
      {
        stepId: 's2',
        outcome: 'unclear',
        text: 'We don’t know this yet. If “Status” is more than “299”, it continues. If not, it would do the other steps.',
      },
      { stepId: 's3', onlyIf: 'holds', body: 'It failed: [Response]' },
      { stepId: 's4', onlyIf: 'fails', outcome: 'would' },
      { stepId: 's5', onlyIf: 'fails' },
      { stepId: 's6', onlyIf: null },
    ],
  });
  expect(rehearsal).toMatchObject({ messages: 9, emails: 18, isAtMost: true, answersWritten: 0 });
});

test('a loop is rehearsed for each item, within its bounds', async () => {
  app.model.answerWith(async function* answer() {
    yield JSON.stringify({ ideas: ['Bowls', 'Mugs', 'Plates'] });
  });
  const list: Step = { ...judged, parts: [{ name: 'ideas', label: 'Ideas', kind: 'list' }] };
  const loop: Step = {
    kind: 'loop',
    id: 's2',
    over: 's1.ideas',
    max: 2,
    steps: [notify('s3', '{{s2.number}}: {{s2.item}}')],
  };
  const { runs } = await rehearsed(every({ every: 'week', weekdays: [3], time: '08:00' }), [list, loop]);
  expect(runs).toHaveLength(2);
  expect(runs[0]?.steps[0]?.body).toBe('- Bowls\n- Mugs\n- Plates');
  expect(runs[0]?.steps.slice(1)).toMatchObject([
    { stepId: 's2', text: 'For each of 2 items: One more item is left out.' },
    { stepId: 's3', items: [1], body: '1: Bowls' },
    { stepId: 's3', items: [2], body: '2: Mugs' },
  ]);
});

test('times go on with waits; behind a step without an answer, nobody knows one', async () => {
  const wait: Step = { kind: 'wait', id: 's1', until: { kind: 'duration', minutes: 90 } };
  const { runs } = await rehearsed(weekdays, [wait, notify()]);
  expect(runs[0]?.steps.map(({ at }) => at)).toEqual(['2026-11-17T08:00:00.000Z', '2026-11-17T09:30:00.000Z']);
});

test('an unfinished step stops the rehearsed run there; what has no steps at all isn’t rehearsed', async () => {
  const { runs } = await rehearsed(weekdays, [notify(), question('s2', '')]);
  expect(runs[0]).toMatchObject({ stopsAt: { stepId: 's2', why: 'Write what to ask.' } });
  const empty = await anAutomation(maya, { definition: aDefinition({ trigger: weekdays, steps: [] }) });
  await expect(rehearse(empty)).rejects.toThrow('Add at least one step.');
});

describe('an event', () => {
  test('is rehearsed with the last real ones, newest first, without private conversations', async () => {
    model(app, 'An answer');
    for (const text of ['How much is a bowl?', 'Do you ship?']) {
      await ask(maya, text);
      await app.container.services.runner.idle();
      app.clock.advance(60_000);
    }
    const [hidden] = await app.db.selectFrom('conversations').select('id').where('title', 'like', 'How%').execute();
    await maya.api.chat.setPrivate.mutate({ conversationId: hidden?.id ?? '', isPrivate: true });
    const trigger: Definition['trigger'] = { kind: 'chat', on: 'answer', assistantId: null };
    const text = '{{trigger.teammate}} said {{trigger.answer}} to {{trigger.question}}';
    const { runs, days, plannedRuns } = await rehearsed(trigger, [notify('s1', text)]);
    expect({ days, plannedRuns }).toEqual({ days: [], plannedRuns: 1 });
    expect(runs[0]).toMatchObject({
      about: 'Brain AI: “Do you ship?”',
      steps: [{ body: 'Brain AI said An answer to Do you ship?' }],
    });
  });

  test('whose value is a sentence is told in one, without a full stop in the middle', async () => {
    await typeFact(maya, 'We ship on Mondays.');
    const about = condition({ value: 'trigger.fact', test: 'contains', than: '$' });
    const { runs } = await rehearsed({ kind: 'brain', on: 'fact' }, [about]);
    expect(runs[0]?.stopsAt?.why).toBe('The fact: We ship on Mondays, so it would stop here.');
  });

  test('that never happened is rehearsed once, without making one up', async () => {
    const trigger: Definition['trigger'] = { kind: 'brain', on: 'fact' };
    const { runs, answersWritten } = await rehearsed(trigger, [question('s1', 'Judge {{trigger.fact}}')]);
    expect(runs).toMatchObject([{ about: null, steps: [{ outcome: 'would', body: 'Judge [The fact]' }] }]);
    expect(answersWritten).toBe(0);
  });

  test('by hand is rehearsed with what its form got last', async () => {
    const trigger: Definition['trigger'] = { kind: 'manual', form: [{ name: 'topic', label: 'Topic', kind: 'text' }] };
    const { runs } = await rehearsed(trigger, [notify('s1', 'About {{trigger.topic}}')]);
    expect(runs).toMatchObject([{ about: null, steps: [{ body: 'About [Topic]' }] }]);
  });
});

test('there are five rehearsals a day, and asking twice with one id is one', async () => {
  const automationId = await anAutomation(maya, { definition: aDefinition({ trigger: weekdays, steps: [notify()] }) });
  const id = randomUUID();
  await Promise.all(Array.from({ length: 4 }, () => service().start(maya.userId, { id, automationId })));
  await app.container.jobs.idle();
  expect((await service().find(maya.userId, automationId)).left).toBe(REHEARSALS_PER_DAY - 1);
  for (let more = 1; more < REHEARSALS_PER_DAY; more += 1) await rehearse(automationId);
  await expect(rehearse(automationId)).rejects.toThrow(REHEARSALS_USED_UP);
  expect((await service().find(maya.userId, automationId)).left).toBe(0);
  app.clock.advance(DAY_MS);
  await rehearse(automationId);
});

test('a rehearsal is outdated once the steps change', async () => {
  const definition = aDefinition({ trigger: weekdays, steps: [notify()] });
  const automationId = await anAutomation(maya, { definition });
  expect((await rehearse(automationId)).isOutdated).toBe(false);
  const draft = { automationId, revision: 1, name: 'Bowls', description: '', definition };
  await maya.api.powerUps.automations.saveDraft.mutate({
    ...draft,
    definition: { ...definition, steps: [email('s1', 'Hello')] },
  });
  const { rehearsal } = await service().find(maya.userId, automationId);
  expect(rehearsal).toMatchObject({ isOutdated: true, status: 'done' });
});

test('when the model fails, the step says so, and the rest is rehearsed', async () => {
  brokenModel(app, '', new ModelError('network', { canRetry: true }));
  const { status, runs } = await rehearsed(weekdays, [question(), notify()]);
  expect(status).toBe('done');
  expect(runs[0]?.steps).toMatchObject([{ stepId: 's1', outcome: 'unclear' }, { stepId: 's9' }]);
});

test('one that is cut off goes on with the runs it has, and writes none of them again', async () => {
  const reached = Promise.withResolvers<void>();
  let written = 0;
  app.model.answerWith(async function* answer({ signal }) {
    written += 1;
    if (written === 3) {
      reached.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    yield `Post ${written}`;
  });
  const automationId = await anAutomation(maya, {
    definition: aDefinition({ trigger: weekdays, steps: [question()] }),
  });
  await service().start(maya.userId, { id: randomUUID(), automationId });
  await reached.promise;
  expect((await service().find(maya.userId, automationId)).rehearsal).toMatchObject({
    status: 'running',
    plannedRuns: 9,
    runs: [{ steps: [{ body: 'Post 1' }] }, { steps: [{ body: 'Post 2' }] }],
  });
  const next = await createTestApp({ keepData: true, clock: app.clock });
  next.model.answerWith(async function* answer() {
    yield 'Post of another process';
  });
  await loseProcesses(next.database);
  await next.container.jobs.runNow(['automation-rehearsal']);
  await next.container.jobs.idle();
  const { rehearsal } = await next.container.services.rehearsals.find(maya.userId, automationId);
  expect(rehearsal?.status).toBe('done');
  expect(rehearsal?.runs.map(({ steps: [step] }) => step?.body)).toEqual([
    'Post 1',
    'Post 2',
    ...Array.from({ length: 7 }, () => 'Post of another process'),
  ]);
});

test('nobody rehearses what belongs to somebody else', async () => {
  const tomas = await aPerson(app);
  const automationId = await anAutomation(tomas);
  expect(await refusal(rehearse(automationId))).toBe('NOT_FOUND');
  expect(await refusal(maya.api.powerUps.automations.rehearsal.query({ automationId }))).toBe('NOT_FOUND');
});
