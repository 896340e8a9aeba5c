import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addLongConversation } from '#db/demo/long-conversations.ts';
import { THREAD_PAGE } from '#db/queries/chat/thread.ts';
import type { MessageId } from '#db/types.gen.ts';
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

type Side = 'before' | 'after' | 'around';
type Page = Awaited<ReturnType<typeof read>>;

const aConversation = async (messages: number, person = maya) =>
  addLongConversation(app.db, {
    userId: person.userId,
    assistantId: 'brain_ai',
    title: 'A long one',
    messages,
    until: await app.clock.now(),
  });
const read = (conversationId: string, side?: Side, messageId?: string | null, person = maya) =>
  person.api.chat.messages.query({
    conversationId,
    ...(side && messageId ? { place: { side, messageId } } : {}),
  });
/** `q7` and `a7` for the seventh question and its answer. */
const names = ({ messages }: Page) =>
  messages.map(({ role, content }) => `${role === 'user' ? 'q' : 'a'}${/\d+/.exec(content)?.[0]}`);
const exchanges = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => [`q${first + index}`, `a${first + index}`]).flat();

/** Every page from the end to the beginning. */
async function allPages(conversationId: string): Promise<Page[]> {
  const pages = [await read(conversationId)];
  for (let older = pages[0]?.older; older; older = pages[0]?.older)
    pages.unshift(await read(conversationId, 'before', older));
  return pages;
}

describe('a conversation', () => {
  test('opens at its end, and its older pages reach every message once, in order', async () => {
    const id = await aConversation(3 * THREAD_PAGE + 10);
    const pages = await allPages(id);
    expect(pages.map(({ messages }) => messages.length)).toEqual([10, THREAD_PAGE, THREAD_PAGE, THREAD_PAGE]);
    expect(pages.flatMap(names)).toEqual(exchanges(1, (3 * THREAD_PAGE + 10) / 2));
    expect(pages[0]?.older).toBeNull();
    expect(pages.at(-1)?.newer).toBeNull();
    expect(pages.every(({ conversation }) => conversation.title === 'A long one')).toBe(true);
  });

  test('reads on from any page to the end', async () => {
    const id = await aConversation(2 * THREAD_PAGE + 4);
    const [first] = await allPages(id);
    const second = await read(id, 'after', first?.newer);
    const third = await read(id, 'after', second.newer);
    expect([first, second, third].flatMap((page) => (page ? names(page) : []))).toEqual(exchanges(1, THREAD_PAGE + 2));
    expect(second.older).toBe(second.messages[0]?.id);
    expect(third.newer).toBeNull();
  });

  test('that fits on a page has no others', async () => {
    const page = await read(await aConversation(THREAD_PAGE));
    expect(page).toMatchObject({ older: null, newer: null });
    expect(page.messages).toHaveLength(THREAD_PAGE);
  });

  test('opens around a message, with as many on each side as there are', async () => {
    const id = await aConversation(4 * THREAD_PAGE);
    const everything = (await allPages(id)).flatMap(({ messages }) => messages);
    const around = (index: number) => read(id, 'around', everything[index]?.id);
    const middle = await around(101);
    expect(names(middle)).toContain('a51');
    expect(names(middle)).toEqual(exchanges(40, 63));
    expect(middle).toMatchObject({ older: middle.messages[0]?.id, newer: middle.messages.at(-1)?.id });
    const first = await around(0);
    expect(first.older).toBeNull();
    expect(names(first)[0]).toBe('q1');
    const last = await around(4 * THREAD_PAGE - 1);
    expect(last.newer).toBeNull();
    expect(names(last).at(-1)).toBe('a100');
  });

  test('is never cut between a question and its answer', async () => {
    const id = await aConversation(4 * THREAD_PAGE);
    const everything = (await allPages(id)).flatMap(({ messages }) => messages);
    for (const side of ['before', 'after', 'around'] as const)
      for (const index of [60, 61, 120, 121]) {
        const { messages, older, newer } = await read(id, side, everything[index]?.id);
        // Beside the message that was asked by, the page begins or ends with its neighbor, whatever that is.
        if (older !== null && side !== 'after') expect(messages[0]?.role).toBe('user');
        if (newer !== null && side !== 'before') expect(messages.at(-1)?.role).toBe('assistant');
        const neighbor = side === 'before' ? messages.at(-1) : messages[0];
        if (side !== 'around') expect(neighbor?.id).toBe(everything[index + (side === 'before' ? -1 : 1)]?.id);
      }
  });

  test('keeps its order where messages share an instant', async () => {
    const id = await aConversation(2 * THREAD_PAGE);
    await app.db
      .updateTable('messages')
      .set({ created_at: await app.clock.now() })
      .execute();
    const ids = (await allPages(id)).flatMap(({ messages }) => messages.map((message) => message.id));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(2 * THREAD_PAGE);
  });
});

describe('the place of a page', () => {
  test.each(['before', 'after', 'around'] as const)(
    'has to be in that conversation: %s anything else does not exist',
    async (side) => {
      const [id, other] = [await aConversation(4), await aConversation(4)];
      const noor = await aPerson(app);
      const hers = await aConversation(4, noor);
      const messageOf = async (conversation: string, person = maya) =>
        (await read(conversation, undefined, undefined, person)).messages[1]?.id;
      expect(await refusal(read(id, side, randomUUID()))).toBe('NOT_FOUND');
      expect(await refusal(read(id, side, await messageOf(other)))).toBe('NOT_FOUND');
      expect(await refusal(read(id, side, await messageOf(hers, noor)))).toBe('NOT_FOUND');
      expect(await refusal(read(hers, side, await messageOf(hers, noor)))).toBe('NOT_FOUND');
      const own = await messageOf(id);
      await maya.api.chat.deleteConversation.mutate({ conversationId: id });
      expect(await refusal(read(id, side, own))).toBe('NOT_FOUND');
    },
  );

  test('is the id of a message and nothing else', async () => {
    const id = await aConversation(4);
    for (const messageId of ['', 'x'.repeat(10_000), "' or true", '{}', '2026-11-16T09:00:00Z'])
      expect(
        await refusal(maya.api.chat.messages.query({ conversationId: id, place: { side: 'before', messageId } })),
      ).toBe('INVALID_INPUT');
    const place = { side: 'beside', messageId: randomUUID() } as never; // reason: what no client of ours sends
    expect(await refusal(maya.api.chat.messages.query({ conversationId: id, place }))).toBe('INVALID_INPUT');
  });
});

describe('the versions of an exchange', () => {
  /** A conversation whose last exchange has two versions, with more exchanges behind it. */
  async function withVersions(before: number, after: number) {
    const id = await aConversation(before);
    model(app, 'Answer 1000');
    const first = await ask(maya, 'Request 1000', id);
    await app.container.services.runner.idle();
    app.clock.advance(1_000);
    model(app, 'Answer 2000');
    const second = await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'brain_ai',
      conversationId: id,
      text: 'Request 2000',
      replaces: first.answer.id,
    });
    await app.container.services.runner.idle();
    for (let sent = 0; sent < after; sent += 1) {
      app.clock.advance(1_000);
      model(app, `Answer ${3_000 + sent}`);
      await ask(maya, `Request ${3_000 + sent}`, id);
      await app.container.services.runner.idle();
    }
    return { id, answers: [first.answer.id, second.answer.id] };
  }

  test('are on the page that shows it, and on no other', async () => {
    const { id, answers } = await withVersions(THREAD_PAGE, 2);
    const [older, newest] = await allPages(id);
    const answered = newest?.messages.findIndex(({ id: message }) => message === answers[1]) ?? -1;
    const question = newest?.messages[answered - 1];
    expect(question?.versions).toHaveLength(2);
    expect(question?.versions.at(-1)).toBe(question?.id);
    expect(newest?.messages.filter(({ versions }) => versions.length > 0)).toHaveLength(1);
    expect(older?.messages.every(({ versions }) => versions.length === 0)).toBe(true);
  });

  test('take each other’s place where a page begins, as a whole', async () => {
    // The newest page begins with the exchange that has two versions.
    const { id, answers } = await withVersions(10, THREAD_PAGE / 2 - 1);
    expect(names(await read(id)).slice(0, 2)).toEqual(['q2000', 'a2000']);
    await maya.api.chat.showVersion.mutate({ conversationId: id, messageId: answers[0] ?? '' });
    expect(names(await read(id)).slice(-3)).toEqual(['a5', 'q1000', 'a1000']);
    await maya.api.chat.showVersion.mutate({ conversationId: id, messageId: answers[1] ?? '' });
    const [older, newest] = await allPages(id);
    expect(newest && names(newest).slice(0, 2)).toEqual(['q2000', 'a2000']);
    expect(older && names(older).at(-1)).toBe('a5');
  });

  test('lead to the version that is shown, by a link to one that is not', async () => {
    const { id, answers } = await withVersions(10, 1);
    const page = await read(id, 'around', answers[0]);
    expect(names(page)).toContain('a2000');
    expect(names(page)).not.toContain('a1000');
  });
});

describe('a message that is sent twice', () => {
  test('is answered with its own exchange, however long the conversation has become', async () => {
    const id = await aConversation(4);
    model(app, 'Yes.');
    const turnId = randomUUID();
    const sent = await ask(maya, 'Do we deliver?', id, turnId);
    await app.container.services.runner.idle();
    const later = Array.from({ length: 2 * THREAD_PAGE }, (_, index) => ({
      id: randomUUID() as MessageId, // reason: a new id gets its brand here
      user_id: maya.userId,
      conversation_id: id,
      role: 'user' as const,
      content: 'And then?',
      created_at: new Date(Date.parse(sent.answer.createdAt) + 1_000 * (index + 1)),
    }));
    await app.db.insertInto('messages').values(later).execute();
    const again = await ask(maya, 'Do we deliver?', id, turnId);
    expect(again.question).toEqual(sent.question);
    expect(again.answer).toMatchObject({ id: sent.answer.id, content: 'Yes.', status: 'complete' });
  });
});
