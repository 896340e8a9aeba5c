import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ModelError } from '#server/gateways/model/model-error.ts';
import {
  ask,
  brokenModel,
  heldModel,
  messagesUsed,
  model,
  resume,
  threadOf,
  type Person,
} from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});

const idle = () => app.container.services.runner.idle();

/** Asks, or asks instead of the exchange of the answer `replaces`, and waits for the answer. */
async function exchange(text: string, reply: string, before: { conversationId?: string; replaces?: string } = {}) {
  model(app, reply);
  app.clock.advance(1_000);
  const { conversationId = null, replaces = null } = before;
  const sent = await maya.api.chat.send.mutate({
    id: randomUUID(),
    assistantId: 'brain_ai',
    conversationId,
    text,
    replaces,
  });
  await idle();
  return { conversationId: sent.conversation.id, answerId: sent.answer.id, sent };
}
const shown = async (conversationId: string) => (await threadOf(maya, conversationId)).map(({ content }) => content);

describe('another version of the last exchange', () => {
  test('takes the place of the one before, which is kept and can be shown again', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const second = await exchange('Who buys bowls?', 'Restaurants.', { conversationId, replaces: answerId });
    const third = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: second.answerId });
    const versions = [answerId, second.answerId, third.answerId];
    expect(third.sent.answer.versions).toEqual(versions);
    expect(await shown(conversationId)).toEqual(['Who buys plates?', 'Hotels.']);
    expect((await threadOf(maya, conversationId))[1]?.versions).toEqual(versions);

    await maya.api.chat.showVersion.mutate({ messageId: answerId });
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect((await threadOf(maya, conversationId))[1]?.versions).toEqual(versions);
    await exchange('And where?', 'In Malmö.', { conversationId });
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.', 'And where?', 'In Malmö.']);
  });

  test('is all the assistant knows: neither what it replaces nor what is hidden is sent to the model', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const second = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: answerId });
    expect(app.model.requests.at(-1)?.history).toEqual([{ role: 'user', content: 'Who buys plates?' }]);
    await exchange('And where?', 'In Malmö.', { conversationId });
    const contents = app.model.requests.at(-1)?.history.map(({ content }) => content);
    expect(contents).toEqual(['Who buys plates?', 'Hotels.', 'And where?']);
    expect(second.answerId).not.toBe(answerId);
  });

  test('costs one message, and the same call twice is one version', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const input = {
      id: randomUUID(),
      assistantId: 'brain_ai' as const,
      conversationId,
      text: 'Who?',
      replaces: answerId,
    }; // reason: the id is a union, not any string
    const sent = await Promise.all([maya.api.chat.send.mutate(input), maya.api.chat.send.mutate(input)]);
    expect(sent[0].answer.id).toBe(sent[1].answer.id);
    await idle();
    expect(await messagesUsed(maya)).toBe(2);
    expect((await threadOf(maya, conversationId))[1]?.versions).toHaveLength(2);
  });

  test('is refused at the limit, and then nothing has changed', async () => {
    maya = await aPerson(app, { messagesUsed: 49 });
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    expect(await refusal(exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: answerId }))).toBe(
      'USAGE_LIMIT',
    );
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect((await threadOf(maya, conversationId))[1]?.versions).toEqual([]);
  });

  test('that fails costs nothing and can be retried, and the one before is still there', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    brokenModel(app, '', new ModelError('network'));
    app.clock.advance(1_000);
    const input = {
      id: randomUUID(),
      assistantId: 'brain_ai' as const,
      conversationId,
      text: 'Who?',
      replaces: answerId,
    }; // reason: the id is a union, not any string
    const { answer } = await maya.api.chat.send.mutate(input);
    await idle();
    expect(await messagesUsed(maya)).toBe(1);
    model(app, 'Hotels.');
    await resume(maya, answer.id, 'retry');
    await idle();
    expect(await shown(conversationId)).toEqual(['Who?', 'Hotels.']);
    await maya.api.chat.showVersion.mutate({ messageId: answerId });
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect(await messagesUsed(maya)).toBe(2);
  });

  test('exists for the last exchange only, of one’s own conversation, and not while an answer is written', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const noor = await aPerson(app);
    const mine = maya;
    maya = noor;
    const theirs = await exchange('And teapots?', 'Libraries.');
    maya = mine;
    const other = { conversationId, replaces: theirs.answerId };
    expect(await refusal(exchange('Mine?', 'No.', other))).toBe('NOT_FOUND');
    expect(await refusal(noor.api.chat.showVersion.mutate({ messageId: answerId }))).toBe('NOT_FOUND');

    const last = await exchange('And where?', 'In Malmö.', { conversationId });
    expect(await refusal(exchange('Who?', 'No.', { conversationId, replaces: answerId }))).toBe('NOT_FOUND');
    const held = heldModel(app);
    app.clock.advance(1_000);
    const running = await ask(maya, 'And when?', conversationId);
    expect(await refusal(maya.api.chat.showVersion.mutate({ messageId: last.answerId }))).toBe('REPLY_PENDING');
    const replaces = running.answer.id;
    const input = { id: randomUUID(), assistantId: 'brain_ai' as const, conversationId, text: 'When?', replaces }; // reason: the id is a union, not any string
    expect(await refusal(maya.api.chat.send.mutate(input))).toBe('REPLY_PENDING');
    held.letGo();
    await idle();
  });

  test('is not found by search and not exported once another is shown, and is in its owner’s download', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: answerId });
    expect((await maya.api.chat.search.query({ text: 'cafés' })).found).toEqual([]);
    expect((await maya.api.chat.search.query({ text: 'hotels' })).found).toHaveLength(1);
    const { markdown } = await maya.api.chat.exportConversation.mutate({ id: randomUUID(), conversationId });
    expect(markdown).toContain('Hotels.');
    expect(markdown).not.toContain('Cafés.');
    const kept = await app.db.selectFrom('messages').select('content').where('user_id', '=', maya.userId).execute();
    expect(kept.map(({ content }) => content)).toContain('Cafés.');
  });
});

describe('an answer that ends', () => {
  const unread = async () => (await maya.api.chat.unread.query()).unread;

  test('is marked until its owner has seen it, on every device', async () => {
    const { conversationId } = await exchange('Who buys bowls?', 'Cafés.');
    expect(await unread()).toEqual(['brain_ai']);
    const [listed] = await maya.api.chat.conversations.query({ assistantId: 'brain_ai' });
    expect(listed?.hasNewAnswer).toBe(true);
    await maya.api.chat.markSeen.mutate({ conversationId });
    expect(await unread()).toEqual([]);
    expect((await maya.api.chat.conversations.query({ assistantId: 'brain_ai' }))[0]?.hasNewAnswer).toBe(false);
  });

  test('is not marked when its owner stopped it, and not once its conversation is deleted', async () => {
    heldModel(app);
    const { conversation, answer } = await ask(maya, 'A long story, please');
    await maya.api.chat.stop.mutate({ messageId: answer.id });
    await idle();
    expect(await unread()).toEqual([]);
    await exchange('And then?', 'The end.', { conversationId: conversation.id });
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    expect(await unread()).toEqual([]);
  });

  test('loses its mark when its owner regenerates it', async () => {
    brokenModel(app, 'Once upon', new ModelError('network'));
    const { answer } = await ask(maya, 'A long story, please');
    await idle();
    expect(await unread()).toEqual(['brain_ai']);
    const held = heldModel(app);
    await resume(maya, answer.id, 'continue');
    expect(await maya.api.chat.unread.query()).toEqual({ unread: [], isAnswering: true });
    held.letGo();
    await idle();
    expect(await maya.api.chat.unread.query()).toEqual({ unread: ['brain_ai'], isAnswering: false });
  });

  test('is announced while it is written, so that screens ask again soon', async () => {
    const held = heldModel(app);
    await ask(maya, 'A long story, please');
    expect(await maya.api.chat.unread.query()).toEqual({ unread: [], isAnswering: true });
    held.letGo();
    await idle();
    expect(await maya.api.chat.unread.query()).toEqual({ unread: ['brain_ai'], isAnswering: false });
  });
});
