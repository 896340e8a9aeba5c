import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import { ask, model, refusal, type Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

async function aConversation(person: Person, question = 'How do I price a bowl?'): Promise<string> {
  model(app, 'Start with the clay. ', 'Then your hour.');
  const { conversation } = await ask(person, question);
  await app.container.services.runner.idle();
  return conversation.id;
}
const exportOf = (person: Person, conversationId: string, id: string = randomUUID()) =>
  person.api.chat.exportConversation.mutate({ id, conversationId });
const exportsUsed = async (person: Person) =>
  (await person.api.usage.check.query({ usageType: 'exports' })).currentUsage;

describe('an exported conversation', () => {
  test('is a page of Markdown with who said what and when, and counts once', async () => {
    const maya = await aPerson(app);
    const { fileName, markdown } = await exportOf(maya, await aConversation(maya));
    expect(fileName).toBe('2026-11-16-how-do-i-price-a-bowl.md');
    expect(markdown).toBe(
      [
        '# How do I price a bowl?',
        'A conversation with Brain AI on Tenfold.',
        '**You**, Monday 16 November 2026, 09:00 UTC',
        'How do I price a bowl?',
        '**Brain AI**, Monday 16 November 2026, 09:00 UTC',
        'Start with the clay. Then your hour.\n',
      ].join('\n\n'),
    );
    expect(await exportsUsed(maya)).toBe(1);
    const { receipts } = await maya.api.usage.receipts.query({});
    const exported = { kind: 'exports', subject: 'brain_ai', status: 'counted', amount: 1 };
    expect(receipts).toContainEqual(expect.objectContaining(exported));
  });

  test('asked for twice by the same click counts once', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const id = randomUUID();
    const [one, two] = await Promise.all([exportOf(maya, conversationId, id), exportOf(maya, conversationId, id)]);
    expect(two).toEqual(one);
    expect(await exportsUsed(maya)).toBe(1);
  });

  test('asked for again by the same click at the limit is the same export', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const id = randomUUID();
    const first = await exportOf(maya, conversationId, id);
    await exportOf(maya, conversationId);
    expect(await exportOf(maya, conversationId, id.toUpperCase())).toEqual(first);
    expect(await exportsUsed(maya)).toBe(2);
  });

  test('is another one of another conversation, whatever the click is called', async () => {
    const maya = await aPerson(app);
    const conversations = [];
    for (let count = 0; count < 5; count += 1) conversations.push(await aConversation(maya));
    const id = randomUUID();
    const outcomes = await Promise.all(conversations.map((one) => refusal(exportOf(maya, one, id))));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(2);
    expect(outcomes.filter((one) => one === 'USAGE_LIMIT')).toHaveLength(3);
    expect(await exportsUsed(maya)).toBe(2);
  });

  test('past the plan’s limit is refused in words, and nothing is counted', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(exportOf(maya, conversationId))));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(2);
    expect(outcomes.filter((one) => one === 'USAGE_LIMIT')).toHaveLength(18);
    expect(await exportsUsed(maya)).toBe(2);
    await expect(exportOf(maya, conversationId)).rejects.toThrow(
      "You've reached your Free plan limit of 2 exports this month. You are using 2 of 2. Please upgrade your plan to continue.",
    );
  });

  test('has no limit on Ultimate', async () => {
    const maya = await aPerson(app, { plan: 'ultimate' });
    const conversationId = await aConversation(maya);
    for (let time = 0; time < 60; time += 1) await exportOf(maya, conversationId);
    expect(await maya.api.usage.check.query({ usageType: 'exports' })).toMatchObject({
      canUse: true,
      limit: 'unlimited',
      currentUsage: 60,
    });
  });

  test('is named by a title of any letters, and never by nothing', async () => {
    const maya = await aPerson(app);
    const words = await exportOf(maya, await aConversation(maya, 'Was kostet ein Tässchen Ähre? / ../etc'));
    expect(words.fileName).toMatch(/^2026-11-16-[\p{L}\p{N}\p{M}-]+\.md$/u);
    const other = await aPerson(app);
    const marks = await exportOf(other, await aConversation(other, '😀😀'));
    expect(marks.fileName).toMatch(/^2026-11-16-[a-z-]+\.md$/);
  });

  test('is nobody else’s', async () => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    expect(await refusal(exportOf(stranger, await aConversation(maya)))).toBe('NOT_FOUND');
    expect(await exportsUsed(stranger)).toBe(0);
  });

  test('of any length is complete and in order', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const now = await app.clock.now();
    await app.db
      .insertInto('messages')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          id: randomUUID() as MessageId, // reason: a new id gets its brand here
          user_id: maya.userId,
          conversation_id: conversationId as ConversationId, // reason: brands stay on the server
          role: 'user' as const,
          content: `Message ${index}.`,
          // Some in the same millisecond, as where one page ends.
          created_at: new Date(now.getTime() + 10_000 + Math.floor(index / 3)),
        })),
      )
      .execute();
    const { markdown } = await exportOf(maya, conversationId);
    const told = [...markdown.matchAll(/^Message (\d+)\.$/gm)].map(([, index]) => Number(index));
    expect(told.map((index) => Math.floor(index / 3))).toEqual(
      Array.from({ length: 450 }, (_, at) => Math.floor(at / 3)),
    );
    expect(new Set(told).size).toBe(450);
  });
});
