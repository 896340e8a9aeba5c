import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { HITS_MAX } from '#contract/chat/conversation-schemas.ts';
import { addLongConversation } from '#db/demo/long-conversations.ts';
import { ask, model, type Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});

describe('finding inside a conversation', () => {
  test('names every message with the words, oldest first, and none of other conversations', async () => {
    const long = { userId: maya.userId, assistantId: 'emmie', title: 'Long', until: await app.clock.now() } as const;
    const conversationId = await addLongConversation(app.db, { ...long, messages: 60 });
    await addLongConversation(app.db, { ...long, messages: 20 });
    const { messageIds, isCut } = await maya.api.chat.hits.query({ conversationId, text: 'téapots' });
    const { messages } = await maya.api.chat.messages.query({ conversationId });
    const expected = messages.filter(({ content }) => content.includes('teapots')).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(4);
    expect(messageIds.slice(-expected.length)).toEqual(expected);
    expect(isCut).toBe(false);
    expect(await maya.api.chat.hits.query({ conversationId, text: 'saucers' })).toEqual({
      messageIds: [],
      isCut: false,
    });
    expect(await maya.api.chat.hits.query({ conversationId, text: '&' })).toEqual({ messageIds: [], isCut: false });
  });

  test('a search with more than a thousand hits names the newest thousand, and says that there are more', async () => {
    const until = await app.clock.now();
    const long = {
      userId: maya.userId,
      assistantId: 'emmie',
      title: 'Long',
      until,
      messages: 2 * HITS_MAX + 4,
    } as const;
    const conversationId = await addLongConversation(app.db, long);
    const hits = await maya.api.chat.hits.query({ conversationId, text: 'request' });
    expect(hits.messageIds).toHaveLength(HITS_MAX);
    expect(hits.isCut).toBe(true);
    const { messages } = await maya.api.chat.messages.query({ conversationId });
    expect(hits.messageIds.at(-1)).toBe(messages.at(-2)?.id);
  });

  test('finds nothing in a version of an exchange that isn’t shown', async () => {
    model(app, 'We sell bowls');
    const first = await ask(maya, 'What do we sell?');
    await app.container.services.runner.idle();
    const conversationId = first.conversation.id;
    model(app, 'We sell mugs');
    const again = { id: randomUUID(), assistantId: 'brain_ai', conversationId, replaces: first.answer.id } as const;
    await maya.api.chat.send.mutate({ ...again, text: 'What do we sell today?' });
    await app.container.services.runner.idle();
    const find = async (text: string) => (await maya.api.chat.hits.query({ conversationId, text })).messageIds.length;
    expect(await find('bowls')).toBe(0);
    expect(await find('mugs')).toBe(1);
  });

  test('a conversation of another person or a deleted one doesn’t exist', async () => {
    model(app, 'Restaurants');
    const { conversation } = await ask(maya, 'Who buys our bowls?');
    await app.container.services.runner.idle();
    const noor = await aPerson(app);
    const input = { conversationId: conversation.id, text: 'bowls' };
    expect(await refusal(noor.api.chat.hits.query(input))).toBe('NOT_FOUND');
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    expect(await refusal(maya.api.chat.hits.query(input))).toBe('NOT_FOUND');
  });
});
