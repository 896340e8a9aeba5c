import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { conversationIdSchema, messageIdSchema } from '#contract/ids.ts';
import { addPost } from '#db/queries/automations/add-post.ts';
import { isTitlePrivate } from '#db/queries/chat/quoting.ts';
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

describe('another version of an exchange', () => {
  test('takes the place of the one before, which is kept and can be shown again', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const second = await exchange('Who buys bowls?', 'Restaurants.', { conversationId, replaces: answerId });
    const third = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: second.answerId });
    expect(second.sent.answer.versions).toEqual([answerId, second.answerId]);
    expect(second.sent.question.versions).toEqual([]);
    expect(third.sent.question.versions).toEqual([second.sent.question.id, third.sent.question.id]);
    expect(third.sent.answer.versions).toEqual([]);
    expect(await shown(conversationId)).toEqual(['Who buys plates?', 'Hotels.']);
    expect(await threadOf(maya, conversationId)).toMatchObject([
      { versions: third.sent.question.versions },
      { versions: [] },
    ]);

    await maya.api.chat.showVersion.mutate({ conversationId, messageId: answerId });
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect((await threadOf(maya, conversationId))[1]?.versions).toEqual([answerId, second.answerId]);
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
    expect((await threadOf(maya, conversationId))[0]?.versions).toHaveLength(2);
  });

  test('is refused at the limit, and then nothing has changed', async () => {
    maya = await aPerson(app, { messagesUsed: 49 });
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    expect(await refusal(exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: answerId }))).toBe(
      'USAGE_LIMIT',
    );
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect((await threadOf(maya, conversationId))[0]?.versions).toEqual([]);
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
    await maya.api.chat.showVersion.mutate({ conversationId, messageId: answerId });
    expect(await shown(conversationId)).toEqual(['Who buys bowls?', 'Cafés.']);
    expect(await messagesUsed(maya)).toBe(2);
  });

  test('exists in one’s own conversation, for what is shown, and not while an answer is written', async () => {
    const { conversationId, answerId } = await exchange('Who buys bowls?', 'Cafés.');
    const noor = await aPerson(app);
    const mine = maya;
    maya = noor;
    const theirs = await exchange('And teapots?', 'Libraries.');
    maya = mine;
    const other = { conversationId, replaces: theirs.answerId };
    expect(await refusal(exchange('Mine?', 'No.', other))).toBe('NOT_FOUND');
    expect(await refusal(noor.api.chat.showVersion.mutate({ conversationId, messageId: answerId }))).toBe('NOT_FOUND');

    const last = await exchange('And where?', 'In Malmö.', { conversationId });
    const hidden = await exchange('And when?', 'In May.', { conversationId });
    const edited = await exchange('And why?', 'For guests.', { conversationId, replaces: last.answerId });
    for (const gone of [last, hidden])
      expect(await refusal(exchange('Who?', 'No.', { conversationId, replaces: gone.answerId }))).toBe('NOT_FOUND');
    const held = heldModel(app);
    app.clock.advance(1_000);
    const running = await ask(maya, 'And when?', conversationId);
    expect(await refusal(maya.api.chat.showVersion.mutate({ conversationId, messageId: last.answerId }))).toBe(
      'REPLY_PENDING',
    );
    for (const replaces of [running.answer.id, edited.answerId]) {
      const input = { id: randomUUID(), assistantId: 'brain_ai' as const, conversationId, text: 'When?', replaces }; // reason: the id is a union, not any string
      expect(await refusal(maya.api.chat.send.mutate(input))).toBe('REPLY_PENDING');
    }
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
    expect(markdown).toMatch(/\*\*You\*\*, .* UTC, version 2 of 2\n/);
    const kept = await app.db.selectFrom('messages').select('content').where('user_id', '=', maya.userId).execute();
    expect(kept.map(({ content }) => content)).toContain('Cafés.');
  });
});

describe('an earlier question that is edited', () => {
  const THREAD = ['Who buys bowls?', 'Cafés.', 'And where?', 'In Malmö.', 'And when?', 'In May.'];

  async function aThread() {
    const first = await exchange('Who buys bowls?', 'Cafés.');
    const { conversationId } = first;
    here = conversationId;
    const second = await exchange('And where?', 'In Malmö.', { conversationId });
    const third = await exchange('And when?', 'In May.', { conversationId });
    return { conversationId, first, second, third };
  }
  let here = '';
  const show = (messageId: string) => maya.api.chat.showVersion.mutate({ conversationId: here, messageId });
  const lastPrompt = () => app.model.requests.at(-1)?.history.map(({ content }) => content);

  /** The visible messages are one path through the tree: at each exchange, the version that was shown last. */
  async function expectOnePath(conversationId: string) {
    const { rows } = await sql<{ follows: string; answerId: string; isLastChosen: boolean }>`
      select t.follows, t.answer_id as "answerId", t.choice = (select max(v.choice) from turns v where v.follows = t.follows) as "isLastChosen"
      from turns t join messages q on q.id = t.question_id join messages a on a.id = t.answer_id
      where t.conversation_id = ${conversationId} and not q.is_replaced and not a.is_replaced order by q.created_at`.execute(
      app.db,
    );
    const messages = await threadOf(maya, conversationId);
    expect(messages).toHaveLength(2 * rows.length);
    expect(messages.map(({ follows }) => follows)).toEqual([null, ...messages.slice(0, -1).map(({ id }) => id)]);
    expect(rows.map(({ follows }) => follows)).toEqual([
      conversationId,
      ...rows.slice(0, -1).map(({ answerId }) => answerId),
    ]);
    expect(rows.every(({ isLastChosen }) => isLastChosen)).toBe(true);
    const found = await app.db
      .selectFrom('conversations')
      .select('last_answer_id')
      .where('user_id', '=', maya.userId)
      .execute();
    expect(found).toEqual([{ last_answer_id: rows.at(-1)?.answerId }]);
    return messages.map(({ content }) => content);
  }

  test('begins another thread there, and the one before is shown again whole, with what is added to it', async () => {
    const { conversationId, first, second } = await aThread();
    await exchange('And how many?', 'Forty.', { conversationId, replaces: second.answerId });
    expect(await expectOnePath(conversationId)).toEqual([...THREAD.slice(0, 2), 'And how many?', 'Forty.']);
    expect(lastPrompt()).toEqual([...THREAD.slice(0, 2), 'And how many?']);

    await show(second.answerId);
    expect(await expectOnePath(conversationId)).toEqual(THREAD);
    await exchange('And who else?', 'Hotels.', { conversationId });
    expect(lastPrompt()).toEqual([...THREAD, 'And who else?']);

    await exchange('Who buys plates?', 'Everyone.', { conversationId, replaces: first.answerId });
    expect(await expectOnePath(conversationId)).toEqual(['Who buys plates?', 'Everyone.']);
    await show(first.sent.question.id);
    expect(await expectOnePath(conversationId)).toEqual([...THREAD, 'And who else?', 'Hotels.']);
  });

  test('an edited question has one version per wording, and each wording one answer per time it was written', async () => {
    const { conversationId, first } = await aThread();
    const second = await exchange('Who buys bowls?', 'Restaurants.', { conversationId, replaces: first.answerId });
    const edited = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: second.answerId });
    const again = await exchange('Who buys plates?', 'Inns.', { conversationId, replaces: edited.answerId });
    expect(again.sent).toMatchObject({
      question: { versions: [second.sent.question.id, again.sent.question.id] },
      answer: { versions: [edited.answerId, again.answerId] },
    });
    await show(first.answerId);
    const [question, answer] = await threadOf(maya, conversationId);
    expect(answer?.versions, 'of the wording that is shown').toEqual([first.answerId, second.answerId]);
    expect(question?.versions, 'the other with the answer that was shown last').toEqual([
      first.sent.question.id,
      again.sent.question.id,
    ]);
    expect(await expectOnePath(conversationId)).toEqual(THREAD);
  });

  test('says how many messages follow its other version, up to 19', async () => {
    const { conversationId, first } = await aThread();
    const edited = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: first.answerId });
    expect(edited.sent.question.keptMessages).toBe(5);
    const kept = async () => (await threadOf(maya, conversationId)).map(({ keptMessages }) => keptMessages);
    expect(await kept()).toEqual([5, null]);
    await show(first.answerId);
    expect(await kept()).toEqual([1, null, null, null, null, null]);
    for (let more = 4; more <= 11; more += 1) await exchange(`Question ${more}?`, 'Yes.', { conversationId });
    await show(edited.answerId);
    expect(await kept()).toEqual([null, null]);
  });

  test('going back to an earlier wording adds no second version of it', async () => {
    const { conversationId, first } = await aThread();
    const edited = await exchange('Who buys plates?', 'Hotels.', { conversationId, replaces: first.answerId });
    const back = await exchange('Who buys bowls?', 'Inns.', { conversationId, replaces: edited.answerId });
    expect(back.sent.question.versions).toEqual([back.sent.question.id, edited.sent.question.id]);
    expect(back.sent.answer.versions).toEqual([first.answerId, back.answerId]);
  });

  test('is shown only in its own conversation, and showing it again changes nothing', async () => {
    const { conversationId, first } = await aThread();
    await exchange('Who buys plates?', 'Everyone.', { conversationId, replaces: first.answerId });
    const other = await exchange('And teapots?', 'Libraries.');
    const elsewhere = { conversationId: other.conversationId, messageId: first.answerId };
    expect(await refusal(maya.api.chat.showVersion.mutate(elsewhere))).toBe('NOT_FOUND');
    expect(await shown(conversationId)).toEqual(['Who buys plates?', 'Everyone.']);
    await show(first.answerId);
    const updatedAt = async () => (await maya.api.chat.messages.query({ conversationId })).conversation.updatedAt;
    const before = await updatedAt();
    app.clock.advance(60_000);
    await show(first.answerId);
    expect(await updatedAt()).toBe(before);
  });

  test('a question that was private keeps the title from automations in every version', async () => {
    const { conversationId, first } = await aThread();
    await exchange('Who buys plates?', 'Everyone.', { conversationId, replaces: first.answerId });
    await app.db.updateTable('messages').set({ is_private: true }).where('content', '=', 'Who buys plates?').execute();
    const { rows } = await sql<{ isPrivate: boolean }>`
      select ${isTitlePrivate(maya.userId, 'c')} as "isPrivate" from conversations c where c.id = ${conversationId}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ isPrivate: true }]);
  });

  test('showing a message deep in a hidden thread shows everything that leads to it', async () => {
    const { conversationId, first, second, third } = await aThread();
    await exchange('And how many?', 'Forty.', { conversationId, replaces: second.answerId });
    await exchange('Who buys plates?', 'Everyone.', { conversationId, replaces: first.answerId });
    await show(third.answerId);
    expect(await expectOnePath(conversationId)).toEqual(THREAD);
  });

  test('search, the preview and the title follow the thread that is shown', async () => {
    const { conversationId, first } = await aThread();
    await exchange('Who buys plates?', 'Everyone.', { conversationId, replaces: first.answerId });
    const found = async (text: string) => (await maya.api.chat.search.query({ text })).found.length;
    const listed = async () => {
      const [recent] = await maya.api.chat.recent.query();
      return [recent?.title, recent?.preview];
    };
    expect([await found('May'), await found('everyone')]).toEqual([0, 1]);
    expect(await listed()).toEqual(['Who buys plates?', 'Everyone.']);
    const before = (await maya.api.chat.conversations.query({ assistantId: 'brain_ai' }))[0]?.updatedAt ?? '';
    app.clock.advance(1_000);
    await show(first.answerId);
    expect([await found('May'), await found('everyone')]).toEqual([1, 0]);
    expect(await listed()).toEqual(['Who buys bowls?', 'In May.']);
    const after = (await maya.api.chat.conversations.query({ assistantId: 'brain_ai' }))[0]?.updatedAt ?? '';
    expect(after > before, 'other devices read it again').toBe(true);

    await maya.api.chat.renameConversation.mutate({ conversationId, title: 'Customers' });
    await exchange('Who buys vases?', 'Florists.', { conversationId, replaces: first.answerId });
    expect(await listed(), 'a title of its owner’s stays').toEqual(['Customers', 'Florists.']);
  });

  test('concurrent sends, edits and switches leave a single path', async () => {
    const { conversationId, first, second, third } = await aThread();
    const other = await exchange('And how many?', 'Forty.', { conversationId, replaces: second.answerId });
    model(app, 'Yes.');
    const input = (text: string, replaces: string | null) => ({
      id: randomUUID(),
      assistantId: 'brain_ai' as const,
      conversationId,
      text,
      replaces,
    }); // reason: the id is a union, not any string
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(1_000);
      await Promise.allSettled([
        show(round % 2 === 0 ? third.answerId : other.answerId),
        maya.api.chat.send.mutate(input(`More ${round}?`, null)),
        maya.api.chat.send.mutate(input(`Who ${round}?`, first.answerId)),
        show(first.answerId),
      ]);
      await idle();
      await expectOnePath(conversationId);
      await show(first.answerId);
      expect((await expectOnePath(conversationId)).slice(0, 2)).toEqual(THREAD.slice(0, 2));
    }
  });
});

describe('what an automation posts', () => {
  async function post(conversationId: string, text: string) {
    app.clock.advance(1_000);
    await addPost(app.db, {
      userId: maya.userId,
      conversationIds: [conversationIdSchema.parse(conversationId)],
      messageId: messageIdSchema.parse(randomUUID()),
      assistantId: 'brain_ai',
      title: 'Reviews',
      text,
      now: await app.clock.now(),
    });
  }
  const follows = async (conversationId: string) => {
    const messages = await threadOf(maya, conversationId);
    expect(messages.map((message) => message.follows)).toEqual([null, ...messages.slice(0, -1).map(({ id }) => id)]);
  };

  test('names the thread that it comes after, also on a page of nothing but posts', async () => {
    const { conversationId, answerId } = await exchange('Who wrote it?', 'Ann.');
    for (let number = 1; number <= 51; number += 1) await post(conversationId, `Post ${number}`);
    const end = async () => maya.api.chat.messages.query({ conversationId });
    expect((await end()).after).toBe(answerId);
    for (let number = 52; number <= 80; number += 1) await post(conversationId, `Post ${number}`);
    const place = { side: 'around', messageId: (await end()).older ?? '' } as const; // reason: the side is one of three
    const middle = async () => maya.api.chat.messages.query({ conversationId, place });
    expect((await middle()).messages.filter(({ role }) => role === 'user')).toHaveLength(0);
    expect((await middle()).after).toBe(answerId);
    await exchange('Who wrote that?', 'Bob.', { conversationId, replaces: answerId });
    expect([(await middle()).after, (await end()).after]).toEqual([null, null]);
  });

  test('stays in every version of the messages around it', async () => {
    const conversationId = randomUUID();
    await post(conversationId, 'Post 1');
    const first = await exchange('Who wrote it?', 'Ann.', { conversationId });
    expect(first.sent.question.follows).toBe((await threadOf(maya, conversationId))[0]?.id);
    await post(conversationId, 'Post 2');
    const edited = await exchange('Who wrote that?', 'Bob.', { conversationId, replaces: first.answerId });
    expect(await shown(conversationId)).toEqual(['Post 1', 'Post 2', 'Who wrote that?', 'Bob.']);
    expect(edited.sent.question.follows).toBe((await threadOf(maya, conversationId))[1]?.id);
    await follows(conversationId);
    await post(conversationId, 'Post 3');
    await maya.api.chat.showVersion.mutate({ conversationId, messageId: first.answerId });
    expect(await shown(conversationId)).toEqual(['Post 1', 'Who wrote it?', 'Ann.', 'Post 2', 'Post 3']);
    await follows(conversationId);
    const messages = await threadOf(maya, conversationId);
    const postId = messages.at(-1)?.id ?? '';
    expect(await refusal(maya.api.chat.showVersion.mutate({ conversationId, messageId: postId }))).toBe('NOT_FOUND');
    for (const side of ['before', 'after', 'around'] as const) {
      const place = { side, messageId: messages[1]?.id ?? '' };
      const page = await maya.api.chat.messages.query({ conversationId, place });
      const at = messages.findIndex(({ id }) => id === page.messages[0]?.id);
      expect(page.messages[0]?.follows).toBe(messages[at - 1]?.id ?? null);
    }
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
