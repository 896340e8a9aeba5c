import { beforeEach, expect, test } from 'vitest';
import { APPROVAL_UNDO_MS } from '#contract/automations/run-states.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { anAutomation, runAutomations, runsOf, startRun } from '#tests/support/automations/runs.ts';
import { fillParts } from '#server/prompts/automation-parts.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { say } from '#tests/support/brain/brain.ts';
import { promptsIn } from '#tests/support/model/prompts-in.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements } from '#tests/support/usage.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const MORNING_POST: Definition = {
  trigger: { kind: 'manual', form: [] },
  steps: [
    {
      kind: 'ask',
      id: 's1',
      assistantId: 'soshie',
      prompt: 'Write one post from {{run.yesterdays_chats}}',
      parts: [
        { name: 'post', label: 'Post', kind: 'text' },
        { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
      ],
    },
    { kind: 'condition', id: 's2', value: 's1.worth', test: 'is', than: 'Yes', then: [], otherwise: [], stops: true },
    {
      kind: 'approve',
      id: 's3',
      title: 'Post for {{run.day}}',
      text: '{{s1.post}}',
      deadline: { kind: 'hours', hours: 4 },
      ifLate: 'skip',
    },
    { kind: 'post', id: 's4', assistantId: 'soshie', text: '{{s3.text}}' },
    { kind: 'email', id: 's5', to: 'me', subject: 'Today’s post', body: '{{s3.text}}' },
  ],
};

test('a post is drafted from yesterday’s conversation, approved, put into the conversation and emailed, each once', async () => {
  const maya = await aPerson(app, { plan: 'pro' });
  await say(app, maya, 'The big bowl is back in moss', { to: 'soshie' });
  app.clock.advance(24 * 60 * 60_000);
  app.model.answerWith(async function* write() {
    yield '{"post": "The big bowl is back.\\nIn moss. {{run.day}}", "worth": true}';
  });
  const automationId = await anAutomation(app, maya.userId, MORNING_POST);
  await startRun(app, maya.userId, automationId);
  await runAutomations(app);
  expect(app.model.requests.at(-1)?.history[0]?.content).toContain('The big bowl is back in moss');
  const { automations } = maya.api.powerUps;
  const [asked] = (await automations.approvals.query()).waiting;
  expect(asked).toMatchObject({
    title: 'Post for 2026-11-17',
    body: 'The big bowl is back.\nIn moss. {{run.day}}',
    then: 'If you approve, Soshie puts it into the automation’s conversation.',
  });
  await automations.answerApproval.mutate({
    approvalId: asked?.id ?? '',
    answer: 'approve',
    text: 'The big bowl is back!',
  });
  await app.container.jobs.idle();
  app.clock.advance(APPROVAL_UNDO_MS);
  await runAutomations(app);
  await runAutomations(app);

  const [run] = await runsOf(app, maya.userId);
  expect(run).toMatchObject({ status: 'done', messages: 1, emails: 1 });
  expect(await promptsIn(app.db, 'automation_run_steps')).toEqual(['', promptVersion(fillParts([]))]);
  expect(app.emails.filter(({ subject }) => subject === 'Today’s post')).toMatchObject([
    { to: maya.email, text: expect.stringContaining('The big bowl is back!') },
  ]);
  const posts = await app.db.selectFrom('messages').select('content').where('content', 'like', '%back!').execute();
  expect(posts).toEqual([{ content: 'The big bowl is back!' }]);
  expect((await maya.api.usage.check.query({ usageType: 'messages' })).currentUsage, 'the chat and the draft').toBe(2);
  expect(await disagreements(app)).toEqual([]);
});

test('a run whose messages are used up is paused, and goes on in the next month', async () => {
  const maya = await aPerson(app, { messagesUsed: 50 });
  const ask: Step = { kind: 'ask', id: 's1', assistantId: 'brain_ai', prompt: 'Hello', parts: [] };
  const automationId = await anAutomation(app, maya.userId, { trigger: MORNING_POST.trigger, steps: [ask] });
  await startRun(app, maya.userId, automationId);
  await runAutomations(app);
  const statusOf = async () => (await runsOf(app, maya.userId))[0]?.status;
  expect(await statusOf()).toBe('paused');
  app.clock.set('2026-11-30T23:59:59Z');
  await runAutomations(app);
  expect(await statusOf()).toBe('paused');
  app.clock.set('2026-12-01T00:00:01Z');
  await runAutomations(app);
  expect(await statusOf()).toBe('done');
});
