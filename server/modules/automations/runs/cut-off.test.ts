import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActionStep, Step } from '#contract/automations/steps.ts';
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
import { endPauses, loseProcesses, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { aTemplate } from '#tests/support/templates.ts';
import { disagreements } from '#tests/support/usage.ts';
import type { StepContext, StepHandler, StepHandlers, StepOutcome } from '../steps/step-handler.ts';

/** Where a process dies: before what a step does outside, or after that and before it is written down. */
type Moment = { kind: ActionStep['kind']; at: 'before' | 'after' };

/** A process that stops for good at a moment. What it would still do comes out when it is let go. */
function dyingAt(real: StepHandlers, moment: Moment) {
  const stopped = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const stop = async () => {
    stopped.resolve();
    await letGo.promise;
  };
  const handler = real[moment.kind] as unknown as StepHandler; // reason: each kind’s handler takes steps of its kind
  const run = async (step: ActionStep, context: StepContext): Promise<StepOutcome> => {
    if (moment.at === 'before') await stop();
    const outcome = await handler.run(step, context);
    if (moment.at === 'after') await stop();
    return outcome;
  };
  const handlers = { ...real, [moment.kind]: { ...handler, run } };
  return { handlers, stopped: stopped.promise, letGo: letGo.resolve };
}

let app: TestApp;
let maya: Person;
const dead: { letGo: () => void; running: Promise<void> }[] = [];
const another = (steps?: StepHandlers) =>
  createTestApp({ keepData: true, clock: app.clock, templates: [aTemplate()], ...(steps ? { steps } : {}) });

/** Carries on in a process that dies at this moment, whose jobs are then free for others. */
async function dieAt(
  real: StepHandlers,
  moment: Moment,
  begin: (process: TestApp) => Promise<void> = runAutomations,
): Promise<() => void> {
  const { handlers, stopped, letGo } = dyingAt(real, moment);
  const process = await another(handlers);
  const running = begin(process);
  await Promise.race([stopped, running.then(() => Promise.reject(new Error(`never ${moment.at} ${moment.kind}`)))]);
  dead.push({ letGo, running });
  await loseProcesses(app.database);
  return letGo;
}
/** What has stopped ends before the next test: it would take that one’s jobs. */
afterEach(async () => {
  for (const { letGo, running } of dead.splice(0)) {
    letGo();
    await running;
  }
});

describe('a run whose process is killed before, during and after each kind of step', () => {
  const STEPS: ActionStep[] = [
    { kind: 'search', id: 's1', query: 'bowls' },
    { kind: 'ask', id: 's2', assistantId: 'soshie', prompt: 'Write a post.', parts: [] },
    { kind: 'template', id: 's3', templateId: aTemplate().id, values: { name: 'Ana' } },
    { kind: 'wait', id: 's4', until: { kind: 'duration', minutes: 60 } },
    {
      kind: 'approve',
      id: 's9',
      title: 'Is this fine?',
      text: '{{s2.answer}}',
      deadline: { kind: 'hours', hours: 4 },
      ifLate: 'skip',
    },
    { kind: 'note', id: 's5', text: 'Said: {{s9.text}}' },
    { kind: 'post', id: 's6', assistantId: 'soshie', text: '{{s2.answer}}' },
    { kind: 'notify', id: 's7', text: 'It is posted' },
    { kind: 'email', id: 's8', to: 'me', subject: 'A post', body: '{{s2.answer}}' },
  ];
  const used = async (usageType: 'messages' | 'templates') =>
    (await maya.api.usage.check.query({ usageType })).currentUsage;

  test('has each effect once, and asks its owner about an email that may have been sent', async () => {
    app = await createTestApp({ templates: [aTemplate()] });
    maya = await aPerson(app, { plan: 'ultimate' });
    const steps = app.container.services.stepHandlers;
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: STEPS });
    await startRun(app, maya.userId, automationId);
    const [run] = await runsOf(app, maya.userId);
    const runId = run?.id ?? '';
    const late: (() => void)[] = [];
    for (const { kind } of STEPS.slice(0, -1))
      for (const at of ['before', 'after'] as const) {
        late.push(await dieAt(steps, { kind, at }));
        if (kind === 'wait' && at === 'before') {
          // It begins to wait, and is killed again when the time has come.
          await runAutomations(await another(steps));
          app.clock.advance(60 * 60_000);
        }
        if (kind === 'approve' && at === 'after') {
          await runAutomations(await another(steps));
          const [asked, ...more] = (await maya.api.powerUps.automations.approvals.query()).waiting;
          expect(more).toEqual([]);
          await maya.api.powerUps.automations.answerApproval.mutate({ approvalId: asked?.id ?? '', answer: 'approve' });
          await app.container.jobs.idle();
          app.clock.advance(60_000);
        }
      }
    const isPaused = async () => {
      await runAutomations(await another(steps));
      return (await runsOf(app, maya.userId))[0]?.status === 'paused';
    };
    late.push(await dieAt(steps, { kind: 'email', at: 'before' }));
    expect(await isPaused()).toBe(true);
    const repeat = async ({ container }: TestApp) => {
      await container.services.automationRuns.settleUnknown(maya.userId, { runId, outcome: 'repeat' });
      await container.jobs.idle();
    };
    late.push(await dieAt(steps, { kind: 'email', at: 'after' }, repeat));
    expect(await isPaused()).toBe(true);
    await maya.api.powerUps.automations.settleUnknown.mutate({ runId, outcome: 'happened' });
    await runAutomations(await another(steps));
    // The answer has started the run here, too.
    await app.container.jobs.idle();
    // The dead come back, and find that their run is somebody else’s.
    for (const come of late) come();
    await vi.waitFor(async () => expect(await unfinishedJobs(app.db)).toEqual([]), { timeout: 5_000 });

    const { run: ended, steps: shown } = await maya.api.powerUps.automations.run.query({ runId });
    expect({ ...ended, steps: shown.map(({ status }) => status) }).toMatchObject({
      status: 'done',
      steps: STEPS.map(() => 'done'),
    });
    expect(app.emails.filter(({ subject }) => subject === 'A post')).toHaveLength(1);
    expect([await used('messages'), await used('templates')]).toEqual([1, 1]);
    expect(await disagreements(app)).toEqual([]);
    expect((await maya.api.brain.list.query({})).facts).toHaveLength(1);
    const [conversation, ...others] = await maya.api.chat.conversations.query({ assistantId: 'soshie' });
    expect(others).toEqual([]);
    const thread = await maya.api.chat.messages.query({ conversationId: conversation?.id ?? '' });
    expect(thread.messages).toHaveLength(1);
    const bell = (await maya.api.notifications.list.query({})).items.map(({ title }) => title);
    expect(bell.filter((title) => title === 'It is posted')).toHaveLength(1);
  });
});

describe('a step', () => {
  const note = (id: string): Step => ({ kind: 'note', id, text: id });
  const webhook = (recognizesRepeats: boolean, id = 's1'): Step => ({
    kind: 'webhook',
    id,
    url: 'https://shop.example',
    fields: [],
    recognizesRepeats,
  });
  let calls: string[] = [];
  let written: string[] = [];
  const steps = scriptedSteps({
    webhook: {
      effect: 'outside',
      isRepeatable: (step) => step.kind === 'webhook' && step.recognizesRepeats,
      run: async (_, { effectId, beforeCall }) => {
        await beforeCall();
        calls.push(effectId);
        return { kind: 'done', input: {}, output: {} };
      },
    },
    ask: { timeLimitMs: 60_000 },
    note: {
      effect: 'inside',
      run: async (step) => ({
        kind: 'done',
        input: {},
        output: {},
        inTransaction: async () => void written.push(step.id),
      }),
    },
  });
  const start = async (...list: Step[]) =>
    startRun(app, maya.userId, await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: list }));
  const theRun = async () => (await runsOf(app, maya.userId))[0];

  beforeEach(async () => {
    calls = [];
    written = [];
    app = await createTestApp({ steps });
    maya = await aPerson(app, { plan: 'ultimate' });
  });

  test('whose other side recognizes repeats is repeated with the same key', async () => {
    await start(webhook(true), note('s2'));
    await dieAt(steps, { kind: 'webhook', at: 'after' });
    await runAutomations(app);
    expect(calls).toHaveLength(2);
    expect(new Set(calls).size).toBe(1);
    expect([written, (await theRun())?.status]).toEqual([['s2'], 'done']);
  });

  test('whose other side doesn’t is not, and what it would have written late is refused', async () => {
    await start(webhook(false), note('s2'));
    const comeBack = await dieAt(steps, { kind: 'webhook', at: 'after' });
    await runAutomations(app);
    comeBack();
    await runAutomations(app);
    expect([calls.length, written, (await theRun())?.status]).toEqual([1, [], 'paused']);
  });

  const ask: Step = { kind: 'ask', id: 's1', assistantId: 'soshie', prompt: 'Hello', parts: [] };

  test('that is cut off three times counts as failed', async () => {
    await start(ask);
    for (let times = 0; times < 3; times += 1) await dieAt(steps, { kind: 'ask', at: 'before' });
    await runAutomations(app);
    expect(await theRun()).toMatchObject({ status: 'failed', reason: 'This was interrupted.' });
    expect((await stepsOf(app, (await theRun())?.id ?? ''))[0]?.attempts).toHaveLength(3);
  });

  test('whose transaction fails has no effect, and runs again', async () => {
    let isBroken = true;
    const broken: StepHandlers = {
      ...steps,
      note: {
        ...steps.note,
        run: async () => ({
          kind: 'done',
          input: {},
          output: {},
          inTransaction: async (trx) => {
            await trx
              .updateTable('automations')
              .set({ description: isBroken ? 'broken' : 'whole' })
              .where('user_id', '=', maya.userId)
              .execute();
            if (isBroken) throw new Error('the process is gone');
          },
        }),
      },
    };
    await start(note('s1'));
    await runAutomations(await another(broken));
    const description = async () =>
      (await app.db.selectFrom('automations').select('description').executeTakeFirst())?.description;
    expect(await description()).toBe('');
    isBroken = false;
    await endPauses(app.db);
    await runAutomations(await another(broken));
    expect([await description(), (await theRun())?.status]).toEqual(['whole', 'done']);
  });

  test('is carried out once by two processes at the same time', async () => {
    const automationId = await anAutomation(app, maya.userId, {
      trigger: BY_HAND,
      steps: [note('s1'), webhook(false, 's2')],
    });
    for (let count = 0; count < 12; count += 1)
      await startRun(app, maya.userId, automationId, { occasion: randomUUID() });
    const other = await another(steps);
    await Promise.all([app, other, app, other].map(runAutomations));
    await runAutomations(app);
    expect((await runsOf(app, maya.userId)).map(({ status }) => status)).toEqual(
      Array.from({ length: 12 }, () => 'done'),
    );
    expect([written.length, new Set(calls).size, calls.length]).toEqual([12, 12, 12]);
  });

  test('whose run was canceled or taken on by another process before its call went out calls nobody anymore', async () => {
    await start(webhook(false));
    const canceled = await dieAt(steps, { kind: 'webhook', at: 'before' });
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: (await theRun())?.id ?? '' });
    canceled();
    await runAutomations(app);
    expect(calls).toEqual([]);

    await start(webhook(false));
    const takenOver = await dieAt(steps, { kind: 'webhook', at: 'before' });
    await runAutomations(app);
    const second = async () => (await runsOf(app, maya.userId)).find(({ status }) => status !== 'canceled');
    const run = await second();
    expect(run?.status).toBe('paused');
    const answer = { runId: run?.id ?? '', outcome: 'repeat' } as const;
    await maya.api.powerUps.automations.settleUnknown.mutate(answer);
    await runAutomations(app);
    takenOver();
    await vi.waitFor(async () => expect(await unfinishedJobs(app.db)).toEqual([]), { timeout: 5_000 });
    expect([calls.length, (await second())?.status]).toEqual([1, 'done']);
  });

  test('of a run that is canceled meanwhile has no effect inside, and its owner is told that it may have happened', async () => {
    await start(webhook(false), note('s2'));
    const comeBack = await dieAt(steps, { kind: 'webhook', at: 'after' });
    await maya.api.powerUps.automations.cancelRun.mutate({ runId: (await theRun())?.id ?? '' });
    comeBack();
    await runAutomations(app);
    expect([written, (await theRun())?.status]).toEqual([[], 'canceled']);
    expect(await stepsOf(app, (await theRun())?.id ?? '')).toMatchObject([{ status: 'unknown' }]);
  });
});
