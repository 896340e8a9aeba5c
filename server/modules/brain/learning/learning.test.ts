import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import { knowingModel, knownTo, lastPrompt, say, tell, typeFact } from '#tests/support/brain/brain.ts';
import { brokenModel, messagesUsed, model, threadOf, type Person } from '#tests/support/chat.ts';
import { endPauses, learn, unfinishedJobs } from '#tests/support/jobs.ts';
import { promptsIn } from '#tests/support/model/prompts-in.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
async function begin(environment: Record<string, string> = {}) {
  app = await createTestApp({ environment });
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
}
beforeEach(() => begin());

const PRICE = 'The large bowl is $42 now.';
/** The lines of a prompt with what the team knows for certain. */
const relied = (prompt: string) =>
  (prompt.split('\n\n').find((block) => block.startsWith('What the team knows')) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '));
const facts = async (state?: 'superseded' | 'forgotten' | 'conflict') =>
  (await maya.api.brain.list.query(state ? { state } : {})).facts;

describe('what the owner says to one teammate', () => {
  test('is known to all from their next message on, cites where it is from, and costs nothing', async () => {
    const { question, conversation } = await tell(app, maya, PRICE);
    expect(await messagesUsed(maya)).toBe(1);
    expect(await promptsIn(app.db, 'facts')).toEqual([promptVersion(learnFromMessage)]);
    const [fact] = await facts();
    expect(fact).toMatchObject({
      kind: 'product',
      statement: 'Large bowl costs $42.',
      state: 'confirmed',
      isSaid: true,
      quote: 'The large bowl is $42 now',
      source: { kind: 'message', assistantId: 'emmie', conversationId: conversation.id, messageId: question.id },
    });
    const turn = await say(app, maya, 'Write a page for the large bowl, please.', { to: 'seomi' });
    expect(lastPrompt(app)).toContain(`- [f${fact?.number}] Large bowl costs $42.`);
    const answer = (await threadOf(maya, turn.conversation.id)).at(-1)?.content;
    expect(answer).toContain(`Large bowl costs $42. [f${fact?.number}]`);
    const { learned } = await maya.api.brain.ofConversation.query({ conversationId: conversation.id });
    expect(learned[question.id]?.map(({ id }) => id)).toEqual([fact?.id]);
    const { offered } = await maya.api.brain.ofConversation.query({ conversationId: turn.conversation.id });
    expect(offered).toEqual({ [turn.answer.id]: { factIds: [fact?.id], passageIds: [], messageIds: [] } });
  });

  test('a second time adds nothing', async () => {
    await tell(app, maya, PRICE);
    await tell(app, maya, PRICE, { to: 'seomi' });
    await tell(app, maya, `${PRICE} [sandbox: facts-reworded]`, { to: 'finny' });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });

  test('later replaces what they said before, names it, and can be brought back', async () => {
    await tell(app, maya, PRICE);
    await tell(app, maya, 'The large bowl is $45.');
    expect(await knownTo(maya)).toEqual(['Large bowl costs $45.']);
    const [newer] = await facts();
    expect(newer?.replaced).toMatchObject({ statement: 'Large bowl costs $42.', value: '$42' });
    await say(app, maya, 'What about the large bowl?');
    expect(lastPrompt(app)).toContain('$45');
    expect(lastPrompt(app)).not.toContain('$42');
    await maya.api.brain.bringBack.mutate({ factId: newer?.replaced?.id ?? '' });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
    expect((await facts('superseded')).map(({ statement }) => statement)).toEqual(['Large bowl costs $45.']);
  });

  test('can be undone under their message, and what it had replaced is back; that is undone, too', async () => {
    await tell(app, maya, PRICE);
    await tell(app, maya, 'The large bowl is $45.');
    const [newer] = await facts();
    await maya.api.brain.undo.mutate({ factId: newer?.id ?? '' });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
    await maya.api.brain.bringBack.mutate({ factId: newer?.id ?? '' });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $45.']);
  });

  test.each([
    ['typed', () => typeFact(maya, 'The large bowl costs $38.', 'product')],
    [
      'confirmed',
      async () => {
        await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n');
        const [fact] = await facts();
        await maya.api.brain.confirm.mutate({ factId: fact?.id ?? '' });
      },
    ],
  ])('replaces what they %s before: their newest statement counts, and can be undone', async (_, state) => {
    await state();
    await learn(app);
    await tell(app, maya, PRICE);
    const [fact] = await facts();
    expect([fact?.value, fact?.replaced?.value]).toEqual(['$42', '$38']);
    expect(await maya.api.brain.openConflicts.query()).toBe(0);
    await say(app, maya, 'What does the large bowl cost?', { to: 'seomi' });
    expect(relied(lastPrompt(app))).toEqual([expect.stringContaining('$42')]);
    await maya.api.brain.undo.mutate({ factId: fact?.id ?? '' });
    expect((await facts()).map(({ value }) => value)).toEqual(['$38']);
  });

  test('a second fact about the same thing replaces nothing if both are true', async () => {
    await tell(app, maya, 'The country loaf is $9.');
    await tell(app, maya, 'The country loaf weighs 2 lb.');
    await tell(app, maya, 'The rye loaf is $11 retail and $7 wholesale.');
    expect(
      (await facts()).map(({ subject, attribute, quantity, unit }) => [subject, attribute, quantity, unit]),
    ).toEqual([
      ['Rye loaf', 'wholesale price', '7', 'USD'],
      ['Rye loaf', 'retail price', '11', 'USD'],
      ['Country loaf', 'weight', '2', 'lb'],
      ['Country loaf', 'price', '9', 'USD'],
    ]);
  });

  test('isn’t true anymore once they withdraw it: nothing takes its place, and undoing that brings it back', async () => {
    await tell(app, maya, 'The spelt loaf is $8.');
    const { conversation, question } = await tell(app, maya, 'The spelt loaf is discontinued.');
    expect(await knownTo(maya)).toEqual([]);
    await say(app, maya, 'What does the spelt loaf cost?');
    expect(lastPrompt(app)).not.toContain('$8');
    const read = async () => maya.api.brain.ofConversation.query({ conversationId: conversation.id });
    const [gone] = (await read()).withdrawn[question.id] ?? [];
    expect(gone).toMatchObject({ statement: 'Spelt loaf costs $8.', state: 'forgotten' });
    await maya.api.brain.bringBack.mutate({ factId: gone?.id ?? '' });
    expect(await knownTo(maya)).toEqual(['Spelt loaf costs $8.']);
    expect((await read()).withdrawn[question.id]).toMatchObject([{ state: 'confirmed' }]);
  });

  test('is learned once, even if two processes read it', async () => {
    const other = await createTestApp({ keepData: true });
    knowingModel(other);
    await say(app, maya, PRICE);
    await Promise.all([learn(app), learn(other)]);
    await app.container.services.brain.learn(
      { userId: maya.userId, questionId: (await facts())[0]?.source.messageId as never }, // reason: the id of her message
      { jobId: randomUUID(), isLastTry: false, signal: new AbortController().signal },
    );
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });

  test('stays with them: nobody else’s teammates get it', async () => {
    const tomas = await aPerson(app, { plan: 'ultimate' });
    await tell(app, maya, PRICE);
    await tell(app, tomas, 'The large bowl is $99.');
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).not.toContain('$99');
    expect(await knownTo(tomas)).toEqual(['Large bowl costs $99.']);
  });
});

describe('what the owner types', () => {
  test('is read too: it gets a short form, and takes the place of what they had said', async () => {
    await tell(app, maya, PRICE);
    await typeFact(maya, 'The large bowl costs $38.', 'product');
    await learn(app);
    const [fact] = await facts();
    expect(fact).toMatchObject({ subject: 'Large bowl', value: '$38', statement: 'The large bowl costs $38.' });
    expect(fact?.replaced?.statement).toBe('Large bowl costs $42.');
    expect(await knownTo(maya)).toEqual(['The large bowl costs $38.']);
  });

  test('keeps its wording if the model can’t read it', async () => {
    await typeFact(maya, 'Jonas packs on Tuesdays. [sandbox: facts-invalid]', 'people');
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Jonas packs on Tuesdays. [sandbox: facts-invalid]']);
  });
});

describe('a mistake of the model', () => {
  test.each([
    ['a fact about the assistant', 'facts-itself'],
    ['something that isn’t lasting', 'facts-trivia'],
    ['a secret', 'facts-secret'],
    ['something that the owner never said', 'facts-invented'],
  ])('%s is not kept', async (_, misbehavior) => {
    await tell(app, maya, `We offer a second firing. [sandbox: ${misbehavior}]`);
    expect(await knownTo(maya)).toEqual([]);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test.each([
    ['broken JSON', 'facts-invalid'],
    ['prose', 'facts-prose'],
    ['ten thousand facts', 'facts-many'],
  ])('%s never counts as having found nothing: it is asked for once more, and then shown', async (_, misbehavior) => {
    await tell(app, maya, `${PRICE} [sandbox: ${misbehavior}]`);
    expect(await knownTo(maya)).toEqual([]);
    expect(app.model.requests.filter(({ task }) => task === 'learn-from-message')).toHaveLength(2);
    expect((await maya.api.brain.overview.query()).unread).toEqual({ messages: 1, sources: [] });
  });

  test('an outage is waited out', async () => {
    await say(app, maya, PRICE);
    brokenModel(app, '', new Error('down'));
    await learn(app);
    expect(await unfinishedJobs(app.db)).toMatchObject([{ queue: 'learning', state: 'retry' }]);
    knowingModel(app);
    await endPauses(app.db);
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });

  test('thinking aloud before the answer changes nothing', async () => {
    await tell(app, maya, `${PRICE} [sandbox: facts-thinking]`);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });
});

describe('nothing is learned', () => {
  test('from a private conversation, from its first message on, and it still uses what is known', async () => {
    await typeFact(maya, 'We never discount bowls.');
    const { conversation } = await tell(app, maya, PRICE, { isPrivate: true });
    const conversationId = conversation.id;
    const read = await maya.api.chat.messages.query({ conversationId });
    expect([conversation.isPrivate, read.conversation.isPrivate]).toEqual([true, true]);
    await tell(app, maya, 'Our bowls cost $12.', { in: conversation.id });
    expect(lastPrompt(app)).toContain('We never discount bowls.');
    expect(await knownTo(maya)).toEqual(['We never discount bowls.']);
  });

  test('from a conversation made private before its message was read', async () => {
    const { conversation } = await say(app, maya, PRICE);
    await maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate: true });
    const asked = app.model.requests.length;
    await learn(app);
    expect(app.model.requests).toHaveLength(asked);
    expect(await knownTo(maya)).toEqual([]);
    await maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate: false });
    await tell(app, maya, PRICE, { in: conversation.id });
    expect(await knownTo(maya)).toHaveLength(1);
  });

  test('when the owner has switched learning off', async () => {
    await maya.api.brain.setLearning.mutate({ learnsFromChats: false });
    await tell(app, maya, PRICE);
    expect((await maya.api.brain.overview.query()).learnsFromChats).toBe(false);
    expect(await knownTo(maya)).toEqual([]);
  });

  test('nothing is learned once the operator’s cap is reached; the message is learned from the next day', async () => {
    await begin({ AI_PRICE_INPUT_USD: '0', AI_PRICE_OUTPUT_USD: '1000', AI_DAILY_CAP_PER_PERSON_USD: '1.1' });
    // A token of an answer costs a thousandth of a dollar.
    model(app, 'A thousand tokens. '.repeat(211));
    await say(app, maya, PRICE);
    knowingModel(app);
    const asked = app.model.requests.length;
    await learn(app);
    expect(app.model.requests).toHaveLength(asked);
    app.clock.advance(24 * 3_600_000);
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
    const spent = await app.db.selectFrom('model_spending').select('micro_usd').orderBy('day', 'desc').execute();
    expect(spent[0]?.micro_usd).toBeGreaterThan(50_000);
  });
});
