import { beforeEach, describe, expect, test } from 'vitest';
import { CONVERSATIONS_PAGE, SEARCH_MAX } from '#contract/chat/chat.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { ConversationId } from '#db/types.gen.ts';
import { ask, model, type Person } from '#tests/support/chat.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Conversations that say nothing, all of one minute: only their ids tell their order. */
async function conversations(count: number, assistantId: AssistantId, title: (index: number) => string) {
  const at = await app.clock.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(index) as ConversationId, // reason: a new id gets its brand here
    user_id: maya.userId,
    assistant_type: assistantId,
    title: title(index),
    created_at: at,
    updated_at: at,
  }));
  await app.db.insertInto('conversations').values(rows).execute();
}

async function answered(person: Person, question: string, answer: string) {
  model(app, answer);
  const { conversation } = await ask(person, question);
  await app.container.services.runner.idle();
  app.clock.advance(60_000);
  return conversation.id;
}

async function find(text: string, person = maya) {
  const { found } = await person.api.chat.search.query({ text });
  return found.map(({ id }) => id);
}

describe('the list of conversations', () => {
  test('reaches every conversation, each once, a page at a time', async () => {
    const count = 2 * CONVERSATIONS_PAGE + 3;
    await conversations(count, 'emmie', (index) => `Conversation ${index}`);
    const seen: string[] = [];
    let page = await maya.api.chat.conversations.query({ assistantId: 'emmie' });
    for (let last = page.at(-1); last; last = page.at(-1)) {
      expect(page.length).toBeLessThanOrEqual(CONVERSATIONS_PAGE);
      seen.push(...page.map(({ id }) => id));
      const cursor = { updatedAt: last.updatedAt, id: last.id };
      page = await maya.api.chat.conversations.query({ assistantId: 'emmie', cursor });
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => idOf(count - 1 - index)));
  });
});

describe('searching', () => {
  test('finds any part of a title in any case, with every teammate, also the oldest', async () => {
    await conversations(250, 'emmie', (index) => (index === 0 ? 'Ännual KILN opening' : `Conversation ${index}`));
    expect(await find('ual kil')).toEqual([idOf(0)]);
    expect(await find('änn')).toEqual([idOf(0)]);
    expect(await find('100%')).toEqual([]);
  });

  test('finds the words of questions and answers by their beginning, newest first, and shows where they are', async () => {
    const first = await answered(maya, 'Who buys our bowls?', 'Mostly **restaurants** in Malmö.');
    const second = await answered(maya, 'Write to the Restaurant owners', 'Dear owner');
    expect(await find('restaur')).toEqual([second, first]);
    expect(await find('MALMÖ rest')).toEqual([first]);
    expect(await find('almö')).toEqual([]);
    const { found } = await maya.api.chat.search.query({ text: 'malm' });
    const excerpt = [
      { text: 'Mostly restaurants in ', isHit: false },
      { text: 'Malmö', isHit: true },
      { text: '.', isHit: false },
    ];
    expect(found[0]).toMatchObject({ assistantId: 'brain_ai', excerpt });
  });

  test('finds nothing of other people, of deleted conversations, or of answers that are still being written', async () => {
    const id = await answered(maya, 'Who buys our bowls?', 'Restaurants');
    const noor = await aPerson(app);
    await answered(noor, 'Who buys our teapots?', 'Cafés');
    expect(await find('teapots')).toEqual([]);
    expect(await find('teapots', noor)).toHaveLength(1);
    await maya.api.chat.deleteConversation.mutate({ conversationId: id });
    expect(await find('bowls')).toEqual([]);
  });

  test('gives every hit once, a page at a time', async () => {
    await conversations(45, 'emmie', (index) => `Kiln ${index}`);
    const ids: string[] = [];
    let cursor: { updatedAt: string; id: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof maya.api.chat.search.query>> = await maya.api.chat.search.query({
        text: 'kiln',
        cursor,
      });
      ids.push(...page.found.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toHaveLength(45);
    expect(new Set(ids).size).toBe(45);
  });

  test.each(["it's", 'a & b | !c', "x:*'", '\\', '\\"', '(', '%_', '<b>', '🙂', '東京'])(
    'takes %j literally',
    async (text) => {
      const id = await answered(maya, `The sign says ${text}`, 'Yes');
      const { found } = await maya.api.chat.search.query({ text: `sign says ${text}` });
      expect(found.map((hit) => hit.id)).toContain(id);
      expect(await refusal(maya.api.chat.search.query({ text }))).toBe('accepted');
    },
  );

  test('a word of one or two letters is found only as a whole word, and a longer one by its beginning', async () => {
    const people = await answered(maya, 'Who ordered?', 'Dr. Li, for her AI course');
    const glazes = await answered(maya, 'Which glaze?', 'Lime, and aim for a matte one');
    expect(await find('Li')).toEqual([people]);
    expect(await find('AI')).toEqual([people]);
    expect(await find('li cour')).toEqual([people]);
    expect(await find('lim')).toEqual([glazes]);
    expect(await find('ma')).toEqual([]);
    expect(await find('mat')).toEqual([glazes]);
  });

  test.each([
    ['今年的预算。', '今'],
    ['東京タワー', '東京'],
    ['서울에서 팔아요', '서울'],
    ['สวัสดีครับ', 'สว'],
  ])('%j is found by its beginning %j, because there may be no space after a word', async (content, text) => {
    const id = await answered(maya, 'What does it say?', content);
    expect(await find(text)).toEqual([id]);
  });

  test('a search looks up eight words, the longest ones', async () => {
    const id = await answered(maya, 'What do you sell?', 'Bowls, plates, mugs, vases, lamps, tiles, jugs and trays');
    expect(await find('bowls plates mugs vases lamps tiles jugs trays so')).toEqual([id]);
    expect(await find('bowls plates mugs vases lamps tiles jugs saucers')).toEqual([]);
  });

  test('finds words whatever their accents, numbers whatever their separators, signs and emoji', async () => {
    const id = await answered(maya, 'Söhne, Hafenstraße 4: call (419) 555-0134 about C++ 🙂', 'See invoice-0042.pdf');
    for (const text of ['sohne', 'hafenstrasse', '4195550134', '555 0134', 'C++', '🙂', '0042'])
      expect({ text, ids: await find(text) }).toEqual({ text, ids: [id] });
    for (const text of ['C#', '🎉', '4195550135']) expect({ text, ids: await find(text) }).toEqual({ text, ids: [] });
  });

  test('finds a title without its accents, and with accents that it doesn’t have', async () => {
    await conversations(2, 'emmie', (index) => ['Crème brûlée für die Straße', 'Cafe on the corner'][index] ?? '');
    expect(await find('CREME BRULEE')).toEqual([idOf(0)]);
    expect(await find('strasse')).toEqual([idOf(0)]);
    expect(await find('Café')).toEqual([idOf(1)]);
    for (const text of ['\u00ad', '\u0301', '´']) expect(await find(text)).toEqual([]);
  });

  test('is limited in length', async () => {
    expect(await refusal(maya.api.chat.search.query({ text: 'x'.repeat(SEARCH_MAX + 1) }))).toBe('INVALID_INPUT');
  });

  test('looks the words up in the index, in this person’s part of it', async () => {
    await answered(maya, 'Who buys our bowls?', 'Restaurants');
    const [row] = await app.db.selectFrom('messages').select('words').where('role', '=', 'user').execute();
    const own = maya.userId.slice(0, 8);
    expect(row?.words).toBe(['bowls', 'buys', 'our', 'who'].map((word) => `'${own}${word}'`).join(' '));
  });
});

describe('a conversation', () => {
  test('can be renamed by its owner', async () => {
    const conversationId = await answered(maya, 'Who buys our bowls?', 'Restaurants');
    await maya.api.chat.renameConversation.mutate({ conversationId, title: '  Our customers ' });
    const { conversation } = await maya.api.chat.messages.query({ conversationId });
    expect(conversation.title).toBe('Our customers');
    const noor = await aPerson(app);
    expect(await refusal(noor.api.chat.renameConversation.mutate({ conversationId, title: 'Mine' }))).toBe('NOT_FOUND');
    expect(await refusal(maya.api.chat.renameConversation.mutate({ conversationId, title: ' ' }))).toBe(
      'INVALID_INPUT',
    );
  });
});
