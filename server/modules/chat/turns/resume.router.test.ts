import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerMessage, continueAnswer } from '#server/prompts/answer.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import {
  ask,
  brokenModel,
  collect,
  heldModel,
  messagesUsed,
  model,
  resume,
  textOf,
  threadOf,
} from '#tests/support/chat.ts';
import { promptsIn } from '#tests/support/model/prompts-in.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const settled = () => app.container.services.runner.idle();

/** A question whose answer broke off after `said`. */
async function aBrokenAnswer(said: string) {
  const maya = await aPerson(app);
  brokenModel(app, said, new ModelError('network'));
  const { conversation, answer } = await ask(maya, 'Plan my week');
  await settled();
  return { maya, conversationId: conversation.id, answerId: answer.id };
}

describe('an interrupted answer', () => {
  test('is rewritten in place, and counts once', async () => {
    const { maya, conversationId, answerId } = await aBrokenAnswer('Monday: ');
    model(app, 'Everything ', 'from the start.');
    const { answer, question } = await resume(maya, answerId, 'retry');
    expect(answer).toMatchObject({ id: answerId, content: '', status: 'streaming' });
    expect(question.content).toBe('Plan my week');
    await settled();
    expect(await threadOf(maya, conversationId)).toMatchObject([
      { role: 'user', content: 'Plan my week' },
      { id: answerId, content: 'Everything from the start.', status: 'complete', failure: null },
    ]);
    expect(app.model.requests.at(-1)?.history).toEqual([{ role: 'user', content: 'Plan my week' }]);
    expect(await messagesUsed(maya)).toBe(1);
    expect(await promptsIn(app.db, 'turns')).toEqual([promptVersion(answerMessage)]);
  });

  test('an answer is rewritten only once: resending its message after a lost response counts as already sent', async () => {
    const maya = await aPerson(app);
    const [{ conversation }, id] = [await ask(maya, 'Hello'), randomUUID()];
    await settled();
    brokenModel(app, 'Monday: ', new ModelError('network'));
    app.clock.advance(1_000);
    const { answer } = await ask(maya, 'Plan my week', conversation.id, id);
    await settled();
    model(app, 'Everything.');
    await resume(maya, answer.id, 'retry');
    await settled();
    expect(await refusal(ask(maya, 'Plan my week', conversation.id, id))).toBe('ALREADY_SENT');
    expect(await threadOf(maya, conversation.id)).toHaveLength(4);
  });

  test('is continued where it stopped, and counts once', async () => {
    const { maya, conversationId, answerId } = await aBrokenAnswer('Monday: ');
    const held = heldModel(app, 'wash. ');
    const { answer } = await resume(maya, answerId, 'continue');
    expect(answer).toMatchObject({ id: answerId, content: 'Monday: ', status: 'streaming' });
    const reading = collect(app, maya, answerId, { attempt: 2, offset: 'Monday: '.length });
    held.letGo();
    expect(textOf(await reading)).toBe('wash. The rest.');
    await settled();
    expect((await threadOf(maya, conversationId))[1]).toMatchObject({
      content: 'Monday: wash. The rest.',
      status: 'complete',
    });
    expect(app.model.requests.at(-1)?.history).toEqual([
      { role: 'user', content: 'Plan my week' },
      { role: 'assistant', content: 'Monday: ' },
      { role: 'user', content: continueAnswer.request },
    ]);
    expect(await messagesUsed(maya)).toBe(1);
    expect(await promptsIn(app.db, 'turns')).toEqual([promptVersion(continueAnswer)]);
  });

  test('keeps its text and costs nothing when continuing it fails too', async () => {
    const { maya, conversationId, answerId } = await aBrokenAnswer('Monday: ');
    brokenModel(app, '', new ModelError('timeout'));
    await resume(maya, answerId, 'continue');
    await settled();
    expect((await threadOf(maya, conversationId))[1]).toMatchObject({
      content: 'Monday: ',
      status: 'failed',
      failure: 'timeout',
    });
    expect(await messagesUsed(maya)).toBe(0);
  });

  test('costs nothing when it is stopped before a word was added', async () => {
    const { maya, answerId } = await aBrokenAnswer('Monday: ');
    app.model.answerWith(async function* never({ signal }) {
      yield* [];
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await resume(maya, answerId, 'continue');
    await maya.api.chat.stop.mutate({ messageId: answerId });
    await settled();
    expect(await messagesUsed(maya)).toBe(0);
  });

  test('is one answer and one unit after five identical simultaneous calls', async () => {
    const { maya, answerId } = await aBrokenAnswer('');
    model(app, 'Once.');
    const asked = app.model.requests.length;
    const id = randomUUID();
    const results = await Promise.all(Array.from({ length: 5 }, () => refusal(resume(maya, answerId, 'retry', id))));
    await settled();
    expect(results).toEqual(Array.from({ length: 5 }, () => 'accepted'));
    expect(app.model.requests.length - asked).toBe(1);
    expect(await messagesUsed(maya)).toBe(1);
  });

  test('is rewritten once when two tabs retry simultaneously; the other is told that it is in progress', async () => {
    const { maya, answerId } = await aBrokenAnswer('');
    const held = heldModel(app);
    const results = await Promise.all([1, 2].map(() => refusal(resume(maya, answerId, 'retry'))));
    expect(results).toContain('accepted');
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
    held.letGo();
    await settled();
    expect(await messagesUsed(maya)).toBe(1);
  });
});

describe('no resuming', () => {
  test('of a complete answer, one without text, one that is not the last, or one in progress', async () => {
    const { maya, conversationId, answerId } = await aBrokenAnswer('');
    expect(await refusal(resume(maya, answerId, 'continue'))).toBe('NOT_FOUND');
    model(app, 'Whole.');
    app.clock.advance(1_000);
    const whole = await ask(maya, 'And now?', conversationId);
    await settled();
    expect(await refusal(resume(maya, answerId, 'retry'))).toBe('NOT_FOUND');
    expect(await refusal(resume(maya, whole.answer.id, 'retry'))).toBe('NOT_FOUND');
    const held = heldModel(app);
    const running = await ask(maya, 'Again', null);
    expect(await refusal(resume(maya, running.answer.id, 'retry'))).toBe('REPLY_PENDING');
    held.letGo();
    await settled();
    expect(await messagesUsed(maya)).toBe(2);
  });

  test('at the limit, and trying loses nothing', async () => {
    const { maya, conversationId, answerId } = await aBrokenAnswer('Monday: ');
    await maya.api.usage.track.mutate({ usageType: 'messages', amount: 50 });
    expect(await refusal(resume(maya, answerId, 'retry'))).toBe('USAGE_LIMIT');
    expect((await threadOf(maya, conversationId))[1]).toMatchObject({ content: 'Monday: ', status: 'failed' });
    expect(await messagesUsed(maya)).toBe(50);
  });
});

test('a question after an unanswered one is merged with it', async () => {
  const { maya, conversationId } = await aBrokenAnswer('');
  model(app, 'Both.');
  app.clock.advance(1_000);
  await ask(maya, 'And Tuesday?', conversationId);
  await settled();
  expect(app.model.requests.at(-1)?.history).toEqual([{ role: 'user', content: 'Plan my week\n\nAnd Tuesday?' }]);
});
