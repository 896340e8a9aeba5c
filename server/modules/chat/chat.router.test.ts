import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendSchema } from '#contract/chat/chat.ts';
import { limitText } from '#contract/texts.ts';
import type { MessageId } from '#db/types.gen.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import type { ModelRequest } from '#server/gateways/model/model.ts';
import { ask, collect, heldModel, messagesUsed, model, textOf, threadOf } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const settled = () => app.container.services.runner.idle();
const textAppears = ({ userId }: Awaited<ReturnType<typeof aPerson>>, answerId: string) =>
  expect
    .poll(() => app.container.services.runner.find(userId, answerId as MessageId)?.text) // reason: straight from the wire
    .toBe('The first words. ');

describe('asking', () => {
  test('a question is answered, saved and found again', async () => {
    const maya = await aPerson(app);
    const { conversation, answer } = await ask(maya, 'What should we do first?');
    expect(conversation.title).toBe('Chat with Brain AI');
    expect(answer).toMatchObject({ status: 'streaming', content: '' });
    await settled();
    const { messages } = await maya.api.chat.messages.query({ conversationId: conversation.id });
    expect(messages.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'What should we do first?', 'complete'],
      ['assistant', 'Hello there.', 'complete'],
    ]);
    expect(await messagesUsed(maya)).toBe(1);
    const [listed] = await maya.api.chat.conversations.query({ assistantId: 'brain_ai' });
    expect(listed).toMatchObject({ title: 'What should we do first?', isStreaming: false });
  });

  test.each([
    ['a new conversation, which it names', 3],
    ['an existing conversation', 2],
  ])('a question in %s takes %d statements', async (_where, count) => {
    const maya = await aPerson(app);
    const first = count === 2 ? await ask(maya, 'Hello') : null;
    await settled();
    const held = heldModel(app);
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const conversationId = first?.conversation.id ?? null;
    const question = sendSchema.parse({
      id: randomUUID(),
      assistantId: 'brain_ai' as const,
      conversationId,
      text: 'And now?',
    });
    await app.container.services.chat.send(maya.userId, question);
    expect(statements.mock.calls.map(([{ sql }]) => sql)).toHaveLength(count);
    statements.mockRestore();
    held.letGo();
    await settled();
  });

  test('the model gets the assistant’s prompt, the profile and the last ten messages', async () => {
    const maya = await aPerson(app);
    const { conversation } = await ask(maya, 'Question 1');
    for (let n = 2; n <= 7; n += 1) {
      await settled();
      app.clock.advance(1_000);
      await ask(maya, `Question ${n}`, conversation.id);
    }
    await settled();
    const last = app.model.requests.at(-1);
    expect(last?.instructions).toContain('Brain AI');
    expect(last?.instructions).toContain('Fern & Kiln');
    expect(last?.history.length).toBeLessThanOrEqual(10);
    expect(last?.history.at(-1)).toEqual({ role: 'user', content: 'Question 7' });
    expect(last?.history[0]?.role).toBe('user');
  });

  test('a question that arrives while the process stops is interrupted right away, saved, and costs nothing', async () => {
    const maya = await aPerson(app);
    heldModel(app);
    await app.container.services.runner.close();
    const { conversation } = await ask(maya, 'Are you still there?');
    await settled();
    expect((await threadOf(maya, conversation.id))[1]?.status).toBe('interrupted');
    expect(await messagesUsed(maya)).toBe(0);
  });

  test('the same id sent twice is one message, one answer and one unit', async () => {
    const maya = await aPerson(app);
    const id = randomUUID();
    const results = await Promise.all(Array.from({ length: 5 }, () => ask(maya, 'Once, please', null, id)));
    expect(new Set(results.map((result) => result.answer.id)).size).toBe(1);
    await settled();
    expect(await messagesUsed(maya)).toBe(1);
    expect(app.model.requests).toHaveLength(1);
  });

  test('an answer loses a character that cannot be stored', async () => {
    const maya = await aPerson(app);
    model(app, 'An\u0000swer');
    const { conversation } = await ask(maya, 'Question');
    await settled();
    expect((await threadOf(maya, conversation.id)).map(({ content }) => content)).toEqual(['Question', 'Answer']);
  });

  test('the first words are saved within a quarter of a second, so that a crash leaves them on the screen', async () => {
    const maya = await aPerson(app);
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const held = heldModel(app);
      const { conversation, answer } = await ask(maya, 'A long story, please');
      await textAppears(maya, answer.id);
      await vi.advanceTimersByTimeAsync(250);
      // Not expect.poll(), which moves the timers on.
      let saved = (await threadOf(maya, conversation.id)).at(-1);
      for (let reads = 0; reads < 20 && saved?.content === ''; reads += 1)
        saved = (await threadOf(maya, conversation.id)).at(-1);
      expect(saved).toMatchObject({ status: 'streaming', content: 'The first words. ' });
      held.letGo();
    } finally {
      vi.useRealTimers();
    }
    await settled();
  });

  test('a second question must wait for the answer', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { conversation } = await ask(maya, 'First');
    expect(await refusal(ask(maya, 'Second', conversation.id))).toBe('REPLY_PENDING');
    held.letGo();
    await settled();
    expect(await messagesUsed(maya)).toBe(1);
  });

  test('a locked assistant is refused by the server', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const send = (assistantId: 'soshie' | 'seomi') =>
      refusal(maya.api.chat.send.mutate({ id: randomUUID(), assistantId, conversationId: null, text: 'Hello' }));
    expect(await send('soshie')).toBe('ASSISTANT_LOCKED');
    expect(await send('seomi')).toBe('accepted');
    await settled();
  });
});

describe('the limit', () => {
  test('100 sends at once at limit minus one: one answer, 99 refusals with the specified text', async () => {
    const maya = await aPerson(app, { messagesUsed: 49 });
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        ask(maya, `Question ${n}`).then(
          () => 'accepted',
          (error: Error) => error.message,
        ),
      ),
    );
    await settled();
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
    expect(results.filter((result) => result === limitText('messages', 'Free', 50, 50))).toHaveLength(99);
    expect(await messagesUsed(maya)).toBe(50);
    expect(await app.db.selectFrom('messages').select('id').execute()).toHaveLength(2);
  });

  test('usage.track never exceeds it', async () => {
    const maya = await aPerson(app, { messagesUsed: 45 });
    expect(await refusal(maya.api.usage.track.mutate({ usageType: 'messages', amount: 6 }))).toBe('USAGE_LIMIT');
    expect(await maya.api.usage.track.mutate({ usageType: 'messages', amount: 5 })).toEqual({ success: true });
    expect(await maya.api.usage.check.query({ usageType: 'messages' })).toEqual({
      canUse: false,
      planName: 'Free',
      limit: 50,
      currentUsage: 50,
    });
  });
});

describe('no answer, no charge', () => {
  test.each([
    ['quota', new ModelError('quota')],
    ['network', new TypeError('fetch failed')],
    ['timeout', new ModelError('timeout')],
    ['error', new Error('anything else')],
  ] as const)('a failure of kind %s is recorded, and its message is given back', async (failure, error) => {
    const maya = await aPerson(app);
    app.model.answerWith(async function* fail() {
      yield* [];
      throw error;
    });
    const { conversation } = await ask(maya, 'Hello');
    await settled();
    const { messages } = await maya.api.chat.messages.query({ conversationId: conversation.id });
    expect(messages[1]).toMatchObject({ content: '', status: 'failed', failure });
    expect(await messagesUsed(maya)).toBe(0);
  });

  test('a stop keeps and charges the text so far; a stop before the first word costs nothing', async () => {
    const maya = await aPerson(app);
    heldModel(app);
    const spoken = await ask(maya, 'Hello');
    const events = collect(app, maya, spoken.answer.id);
    await textAppears(maya, spoken.answer.id);
    await maya.api.chat.stop.mutate({ messageId: spoken.answer.id });
    expect(await events).toMatchObject([
      { type: 'text', attempt: 1, offset: 0, text: 'The first words. ' },
      { type: 'end', attempt: 1, status: 'stopped', failure: null },
    ]);
    expect(await messagesUsed(maya)).toBe(1);
    app.model.answerWith(async function* never({ signal }: ModelRequest) {
      yield* [];
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const silent = await ask(maya, 'Hello again');
    await maya.api.chat.stop.mutate({ messageId: silent.answer.id });
    await settled();
    expect(await messagesUsed(maya)).toBe(1);
  });
});

describe('following', () => {
  test('a reader who joins later gets the rest once, from where it is', async () => {
    const maya = await aPerson(app);
    const held = heldModel(app);
    const { answer } = await ask(maya, 'Hello');
    await textAppears(maya, answer.id);
    const late = collect(app, maya, answer.id, { attempt: 1, offset: 4 });
    held.letGo();
    const events = await late;
    expect(textOf(events)).toBe('The first words. The rest.'.slice(4));
    expect(await collect(app, maya, answer.id, { attempt: 1, offset: 4 })).toMatchObject([
      { type: 'text', attempt: 1, offset: 4, text: 'The first words. The rest.'.slice(4) },
      { type: 'end', attempt: 1, status: 'complete', failure: null },
    ]);
  });
});

describe('deleting', () => {
  test('hides a conversation, can be undone, and is final after an hour', async () => {
    const maya = await aPerson(app);
    const { conversation } = await ask(maya, 'Hello');
    await settled();
    const listed = () => maya.api.chat.conversations.query({ assistantId: 'brain_ai' });
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    expect(await listed()).toEqual([]);
    await maya.api.chat.restoreConversation.mutate({ conversationId: conversation.id });
    expect(await listed()).toHaveLength(1);
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    app.clock.advance(2 * 3_600_000);
    await purge(app);
    expect(await app.db.selectFrom('messages').select('id').execute()).toEqual([]);
  });
});

describe('deleting a conversation whose answer is being written', () => {
  test('stops the answer, and Undo brings back what was written', async () => {
    const maya = await aPerson(app);
    heldModel(app);
    const { conversation, answer } = await ask(maya, 'A long story, please');
    await textAppears(maya, answer.id);
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    await settled();
    await maya.api.chat.restoreConversation.mutate({ conversationId: conversation.id });
    expect((await threadOf(maya, conversation.id)).at(-1)).toMatchObject({
      status: 'stopped',
      content: 'The first words. ',
    });
  });

  test('that belongs to another person stops nothing', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const held = heldModel(app);
    const { conversation } = await ask(maya, 'A long story, please');
    expect(await refusal(tomas.api.chat.deleteConversation.mutate({ conversationId: conversation.id }))).toBe(
      'NOT_FOUND',
    );
    held.letGo();
    await settled();
    expect((await threadOf(maya, conversation.id)).at(-1)).toMatchObject({ status: 'complete' });
  });
});

describe('a message whose id another person has used, too', () => {
  test('has an answer of its own, which is saved, and which the other person’s stop leaves alone', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const held = heldModel(app);
    const id = randomUUID();
    const theirs = await ask(tomas, 'Hello', null, id);
    const own = await ask(maya, 'Hello', null, id);
    const seen = async () => (await threadOf(maya, own.conversation.id))[1];
    await tomas.api.chat.stop.mutate({ messageId: theirs.answer.id });
    await expect.poll(seen, { timeout: 10_000 }).toMatchObject({ status: 'streaming', content: 'The first words. ' });
    held.letGo();
    await settled();
    expect(await seen()).toMatchObject({ status: 'complete', content: 'The first words. The rest.' });
    expect((await threadOf(tomas, theirs.conversation.id))[1]).toMatchObject({
      status: 'stopped',
      content: 'The first words. ',
    });
  });
});

describe('feedback', () => {
  test('a thumb with a reason is stored, changed and withdrawn', async () => {
    const maya = await aPerson(app);
    const { conversation, answer } = await ask(maya, 'Hello');
    await settled();
    const shown = async () =>
      (await maya.api.chat.messages.query({ conversationId: conversation.id })).messages[1]?.feedback;
    await maya.api.chat.feedback.mutate({ messageId: answer.id, rating: 'down', reason: 'Too long' });
    expect(await shown()).toBe('down');
    await maya.api.chat.feedback.mutate({ messageId: answer.id, rating: 'up' });
    expect(await shown()).toBe('up');
    await maya.api.chat.feedback.mutate({ messageId: answer.id, rating: null });
    expect(await shown()).toBeNull();
  });
});

describe('SHELL-3: the conversations of the first page', () => {
  test('are the newest with any teammate, with the beginning of the last answer, and nobody else’s', async () => {
    const [maya, noor] = [await aPerson(app, { plan: 'trial' }), await aPerson(app)];
    model(app, '**Ask Emmie** first.');
    await ask(maya, 'What should we do first?');
    await settled();
    app.clock.advance(1_000);
    await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'emmie',
      conversationId: null,
      text: 'Draft an invitation.',
    });
    await settled();
    const recent = await maya.api.chat.recent.query();
    expect(
      recent.map(({ assistantId, title, preview, isStreaming }) => [assistantId, title, preview, isStreaming]),
    ).toEqual([
      ['emmie', 'Draft an invitation.', 'Ask Emmie first.', false],
      ['brain_ai', 'What should we do first?', 'Ask Emmie first.', false],
    ]);
    expect(recent.map(({ hasNewAnswer }) => hasNewAnswer)).toEqual([true, true]);
    await maya.api.chat.markSeen.mutate({ conversationId: recent[1]?.id ?? '' });
    expect((await maya.api.chat.recent.query()).map(({ hasNewAnswer }) => hasNewAnswer)).toEqual([true, false]);
    expect(await noor.api.chat.recent.query()).toEqual([]);
    await maya.api.chat.deleteConversation.mutate({ conversationId: recent[0]?.id ?? '' });
    expect(await maya.api.chat.recent.query()).toHaveLength(1);
  });
});
