import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import { ask, model, type Person } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
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
  test('is a Markdown page with who said what and when, and counts once', async () => {
    const maya = await aPerson(app);
    const { fileName, markdown } = await exportOf(maya, await aConversation(maya));
    expect(fileName).toBe('2026-11-16-how-do-i-price-a-bowl.md');
    expect(markdown).toBe(
      [
        '# How do I price a bowl?',
        'A conversation with Brain AI on Tenfold.',
        '**You**, Monday, November 16, 2026, 9:00 AM UTC',
        'How do I price a bowl?',
        '**Brain AI**, Monday, November 16, 2026, 9:00 AM UTC',
        'Start with the clay. Then your hour.\n',
      ].join('\n\n'),
    );
    expect(await exportsUsed(maya)).toBe(1);
    const { receipts } = await maya.api.usage.receipts.query({});
    const exported = { kind: 'exports', subject: 'brain_ai', status: 'counted', amount: 1 };
    expect(receipts).toContainEqual(expect.objectContaining(exported));
  });

  test('requested twice by the same click counts once', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const id = randomUUID();
    const [one, two] = await Promise.all([exportOf(maya, conversationId, id), exportOf(maya, conversationId, id)]);
    expect(two).toEqual(one);
    expect(await exportsUsed(maya)).toBe(1);
  });

  test('requested again by the same click at the limit is the same export', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const id = randomUUID();
    const first = await exportOf(maya, conversationId, id);
    await exportOf(maya, conversationId);
    expect(await exportOf(maya, conversationId.toUpperCase(), id.toUpperCase())).toEqual(first);
    expect(await exportsUsed(maya)).toBe(2);
  });

  test('requested again by the same click after the conversation has grown is another export, with a receipt of its own', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    const id = randomUUID();
    await exportOf(maya, conversationId, id);
    app.clock.advance(1_000);
    await ask(maya, 'And a vase?', conversationId);
    await app.container.services.runner.idle();
    expect((await exportOf(maya, conversationId, id)).markdown).toContain('And a vase?');
    expect(await exportsUsed(maya)).toBe(2);
    const { receipts } = await maya.api.usage.receipts.query({});
    expect(receipts.filter(({ kind, status }) => kind === 'exports' && status === 'counted')).toHaveLength(2);
    app.clock.advance(1_000);
    await ask(maya, 'And a jug?', conversationId);
    await app.container.services.runner.idle();
    expect(await refusal(exportOf(maya, conversationId, id)), 'the limit holds').toBe('USAGE_LIMIT');
  });

  test('counts separately per conversation, even with the same click id', async () => {
    const maya = await aPerson(app);
    const conversations = [];
    for (let count = 0; count < 5; count += 1) conversations.push(await aConversation(maya));
    const id = randomUUID();
    const outcomes = await Promise.all(conversations.map((one) => refusal(exportOf(maya, one, id))));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(2);
    expect(outcomes.filter((one) => one === 'USAGE_LIMIT')).toHaveLength(3);
    expect(await exportsUsed(maya)).toBe(2);
  });

  test('past the plan’s limit is refused with a message, and nothing is counted', async () => {
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

  test('is named after its title in any script, and always has a name', async () => {
    const maya = await aPerson(app);
    const words = await exportOf(maya, await aConversation(maya, 'Was kostet ein Tässchen Ähre? / ../etc'));
    expect(words.fileName).toMatch(/^2026-11-16-[\p{L}\p{N}\p{M}-]+\.md$/u);
    const other = await aPerson(app);
    const marks = await exportOf(other, await aConversation(other, '😀😀'));
    expect(marks.fileName).toMatch(/^2026-11-16-[a-z-]+\.md$/);
  });

  test('is refused to other people', async () => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    expect(await refusal(exportOf(stranger, await aConversation(maya)))).toBe('NOT_FOUND');
    expect(await exportsUsed(stranger)).toBe(0);
  });

  /** Adds messages to a conversation. Several share a millisecond, as messages at a page boundary may. */
  async function lengthen(person: Person, conversationId: string, contents: string[]): Promise<void> {
    const now = await app.clock.now();
    const messages = contents.map((content, index) => ({
      id: randomUUID() as MessageId, // reason: a new id gets its brand here
      user_id: person.userId,
      conversation_id: conversationId as ConversationId, // reason: brands stay on the server
      role: 'user' as const,
      content,
      created_at: new Date(now.getTime() + 10_000 + Math.floor(index / 3)),
    }));
    for (let from = 0; from < messages.length; from += 2_000)
      await app.db
        .insertInto('messages')
        .values(messages.slice(from, from + 2_000))
        .execute();
  }

  /** Every part of one export. */
  async function partsOf(person: Person, conversationId: string): Promise<string[]> {
    const id = randomUUID();
    const parts: string[] = [];
    let cursor: Awaited<ReturnType<typeof exportOf>>['nextCursor'] = null;
    do {
      const part: Awaited<ReturnType<typeof exportOf>> = await person.api.chat.exportConversation.mutate({
        id,
        conversationId,
        cursor,
      });
      parts.push(part.markdown);
      cursor = part.nextCursor;
    } while (cursor !== null);
    return parts;
  }

  test('is complete and in order at any length, arrives in parts of bounded size, and counts once', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    await lengthen(
      maya,
      conversationId,
      Array.from({ length: 10_100 }, (_, index) => `Message ${index}.\n${'clay '.repeat(40)}`),
    );
    const parts = await partsOf(maya, conversationId);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.length).toBeLessThan(1_500_000);
    const numbers = [...parts.join('').matchAll(/^Message (\d+)\.$/gm)].map(([, index]) => Number(index));
    expect(numbers.map((index) => Math.floor(index / 3))).toEqual(
      Array.from({ length: 10_100 }, (_, at) => Math.floor(at / 3)),
    );
    expect(new Set(numbers).size).toBe(10_100);
    expect(await exportsUsed(maya)).toBe(1);
  });

  test('hands out a later part only to the export that it belongs to', async () => {
    const maya = await aPerson(app);
    const conversationId = await aConversation(maya);
    await lengthen(
      maya,
      conversationId,
      Array.from({ length: 100 }, () => 'clay '.repeat(4_000)),
    );
    const id = randomUUID();
    const { nextCursor } = await exportOf(maya, conversationId, id);
    if (!nextCursor) throw new Error('the conversation fits in one part');
    const later = (click: string, cursor = nextCursor) =>
      refusal(maya.api.chat.exportConversation.mutate({ id: click, conversationId, cursor }));
    expect(await later(id)).toBe('accepted');
    expect(await later(randomUUID())).toBe('NOT_FOUND');
    expect(await later(id, { ...nextCursor, lastId: nextCursor.id })).toBe('NOT_FOUND');
    expect(await exportsUsed(maya)).toBe(1);
  });
});
