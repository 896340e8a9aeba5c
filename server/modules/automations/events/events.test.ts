import { beforeEach, describe, expect, test } from 'vitest';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Step } from '#contract/automations/steps.ts';
import { knowingModel, say, typeFact } from '#tests/support/brain/brain.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import { runAutomations, runsOf } from '#tests/support/automations/runs.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { ask, resume, type Person } from '#tests/support/chat.ts';
import { learn, readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});
const waiting = () =>
  app.db.selectFrom('scheduled_jobs').select(['key', 'payload']).where('queue', '=', 'automation-event').execute();
const hear = () => app.container.jobs.runDue(['automation-event']);
const listen = (trigger: Trigger, more: { name?: string; isOn?: boolean; steps?: Step[] } = {}) => {
  const { steps, ...rest } = more;
  return anAutomation(maya, { isOn: true, ...rest, definition: aDefinition({ trigger, ...(steps ? { steps } : {}) }) });
};
const chat = (on: 'answer' | 'conversation', assistantId: 'seomi' | null = null): Trigger => ({
  kind: 'chat',
  on,
  assistantId,
});
const started = async () => (await runsOf(app, maya.userId)).map((run) => run.automation_id);

describe('an answer in a chat', () => {
  test('starts those that listen to it, with the question, the answer and the teammate', async () => {
    const any = await listen(chat('answer'));
    const seomis = await listen(chat('answer', 'seomi'));
    await listen(chat('answer'), { isOn: false });
    await listen({ kind: 'brain', on: 'fact' });
    await say(app, maya, 'What do you think of bowls?');
    expect((await waiting())[0]?.payload).toEqual({
      userId: maya.userId,
      event: 'answer',
      questionId: expect.any(String),
      answerId: expect.any(String),
    });
    await hear();
    expect(await started()).toEqual([any]);
    const [run] = await runsOf(app, maya.userId);
    expect(run).toMatchObject({ cause: 'chat', chain: [] });
    expect(run?.input).toMatchObject({ question: 'What do you think of bowls?', teammate: 'Emmie' });
    expect(String(run?.input['answer'])).not.toBe('');
    await say(app, maya, 'And of plates?', { to: 'seomi' });
    await hear();
    expect((await started()).toSorted()).toEqual([any, any, seomis].toSorted());
  });

  test('that is written again, or told of twice, starts nothing more', async () => {
    await listen(chat('answer'));
    const sent = await ask(maya, 'Bowls?');
    await app.container.services.runner.idle();
    const [event] = await waiting();
    await hear();
    await resume(maya, sent.answer.id, 'retry').catch(() => undefined);
    await app.container.services.runner.idle();
    if (event)
      await app.db
        .insertInto('scheduled_jobs')
        .values({ queue: 'automation-event', key: 'again', payload: event.payload, due_at: await app.clock.now() })
        .execute();
    await hear();
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test('starts a listener to new conversations only if nothing was said before', async () => {
    const sent = await ask(maya, 'First');
    await app.container.services.runner.idle();
    await listen(chat('conversation'));
    app.clock.advance(1_000);
    await ask(maya, 'Second', sent.conversation.id);
    await app.container.services.runner.idle();
    await hear();
    expect(await runsOf(app, maya.userId)).toEqual([]);
    await say(app, maya, 'Another one');
    await hear();
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test('in a private chat, in one that was deleted since, and one that failed start nothing', async () => {
    await listen(chat('answer'));
    const sent = await ask(maya, 'Secret');
    await maya.api.chat.setPrivate.mutate({ conversationId: sent.conversation.id, isPrivate: true });
    await app.container.services.runner.idle();
    await hear();
    const gone = await ask(maya, 'Gone');
    await app.container.services.runner.idle();
    await maya.api.chat.deleteConversation.mutate({ conversationId: gone.conversation.id });
    await hear();
    expect(await runsOf(app, maya.userId)).toEqual([]);
  });

  test('is not even noted for someone without a listener, whatever others have', async () => {
    await listen(chat('answer'));
    const tomas = await aPerson(app, { plan: 'pro' });
    await say(app, tomas, 'Bowls?');
    await say(app, tomas, 'Plates?');
    expect(await waiting()).toEqual([]);
  });

  test('that an automation put into a conversation starts nothing', async () => {
    const post: Step = { kind: 'post', id: 's1', assistantId: 'brain_ai', text: 'Heard: {{trigger.question}}' };
    await listen(chat('answer'), { steps: [post] });
    await say(app, maya, 'Bowls?');
    await hear();
    await runAutomations(app);
    expect(await runsOf(app, maya.userId)).toMatchObject([{ status: 'done' }]);
    expect(await waiting()).toEqual([]);
  });
});

describe('what is added to the Brain', () => {
  test('starts those that listen to facts, or to documents', async () => {
    const facts = await listen({ kind: 'brain', on: 'fact' });
    const sources = await listen({ kind: 'brain', on: 'source' });
    await typeFact(maya, 'Bowls cost $42.', 'product');
    await hear();
    expect(await runsOf(app, maya.userId)).toMatchObject([
      { automation_id: facts, cause: 'brain', input: { fact: 'Bowls cost $42.' } },
    ]);
    await addFile(app, maya, 'Item,Price\nLarge bowl,$42\nSmall bowl,$28\n');
    await readSources(app);
    await learn(app);
    await hear();
    const runs = await runsOf(app, maya.userId);
    expect(runs, 'what a document says comes by the hundred').toHaveLength(2);
    const ofFile = runs.find((run) => run.automation_id === sources);
    expect(ofFile?.cause).toBe('brain');
    expect(String(ofFile?.input['text'])).toContain('$42');
  });

  test('by a run of the same automation is a loop: it is paused, and its owner told', async () => {
    const note: Step = { kind: 'note', id: 's1', text: 'Noted: {{trigger.fact}}' };
    const id = await listen({ kind: 'brain', on: 'fact' }, { steps: [note], name: 'Echo' });
    await typeFact(maya, 'Bowls cost $42.', 'product');
    for (const _ of [1, 2, 3]) {
      await hear();
      await runAutomations(app);
    }
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
    expect((await maya.api.powerUps.automations.get.query({ automationId: id })).automation).toMatchObject({
      isOn: false,
      pauseReason: 'loop',
    });
    expect((await maya.api.notifications.list.query()).items[0]).toMatchObject({ topic: 'automation_paused' });
  });

  test('by two that listen to each other ends with a pause, too', async () => {
    const note = (id: string): Step => ({ kind: 'note', id, text: `${id} {{trigger.fact}}` });
    await listen({ kind: 'brain', on: 'fact' }, { steps: [note('s1')] });
    await listen({ kind: 'brain', on: 'fact' }, { steps: [note('s2')] });
    await typeFact(maya, 'Bowls cost $42.', 'product');
    for (const _ of [1, 2, 3, 4]) {
      await hear();
      await runAutomations(app);
    }
    const { automations } = await maya.api.powerUps.automations.overview.query();
    expect(automations.map(({ pauseReason }) => pauseReason)).toEqual(['loop', 'loop']);
    expect(await waiting()).toEqual([]);
  });
});
