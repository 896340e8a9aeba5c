import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { addFile, sourceOf } from '#tests/support/brain/sources.ts';
import { knowingModel, knownTo, lastPrompt, modelThatFinds, say, tell, typeFact } from '#tests/support/brain/brain.ts';
import { brokenModel, type Person } from '#tests/support/chat.ts';
import { learn, leaveOneRetry, unfinishedJobs } from '#tests/support/jobs.ts';
import { givenFor } from '#tests/support/model/scripted-model.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const facts = async () => (await maya.api.brain.list.query({})).facts;
const states = async () => (await facts()).map(({ statement, state }) => `${state}: ${statement}`).toReversed();
const unread = async () => (await maya.api.brain.overview.query()).unread;
const setProfile = (change: { business_name?: string; time_zone?: string }) =>
  app.db.updateTable('profiles').set(change).where('user_id', '=', maya.userId).execute();
/** What the model was given to find facts in, the last of it. */
const lastRequest = () => givenFor(app, learnFromMessage).at(-1);

describe('what a message says', () => {
  test('is read with the business and the last messages of both sides', async () => {
    await setProfile({ business_name: 'Fern & Kiln' });
    const { conversation } = await say(app, maya, 'The large bowl will be $40.');
    await tell(app, maya, 'Make it $45 instead.', { in: conversation.id });
    const request = givenFor(app, learnFromMessage).find(({ ownerSaid }) => ownerSaid.includes('$45'));
    expect(request?.business.name).toBe('Fern & Kiln');
    expect(request?.earlier.map(({ from }) => from)).toEqual(['owner', 'teammate']);
    expect(request?.earlier[0]?.text).toBe('The large bowl will be $40.');
  });

  test('is dated with the owner’s day, also when it is read a day later', async () => {
    app.clock.set('2026-12-10T20:00:00Z');
    maya = await aPerson(app, { plan: 'ultimate' });
    await setProfile({ time_zone: 'Pacific/Auckland' });
    await say(app, maya, 'We close at noon tomorrow.');
    app.clock.advance(24 * 3_600_000);
    await learn(app);
    expect(lastRequest()).toMatchObject({
      today: 'Friday, 2026-12-11',
      days: { tomorrow: 'Saturday, 2026-12-12' },
    });
    expect(await facts()).toMatchObject([
      {
        statement: 'We close at noon tomorrow (December 12, 2026).',
        validFrom: '2026-12-12',
        validUntil: '2026-12-12',
      },
    ]);
    await say(app, maya, 'When do we close at noon?');
    expect(lastPrompt(app)).toMatch(/We close at noon tomorrow .*2026-12-11/);
  });

  test('counts as said: it needs no confirming, and has no check', async () => {
    await tell(app, maya, 'The large bowl is $42 now.');
    await say(app, maya, 'Remember that the small bowl is $28');
    expect((await facts()).map(({ state, isSaid }) => [state, isSaid])).toEqual([
      ['confirmed', false],
      ['confirmed', true],
    ]);
  });

  test('that nobody can read is asked for twice, shown, and read again only on request', async () => {
    modelThatFinds(app, () => 'No JSON today.');
    await tell(app, maya, 'The large bowl is $42 now.');
    const requests = givenFor(app, learnFromMessage);
    expect(requests.map(({ factsMax }) => factsMax)).toEqual([20, 8]);
    expect(requests[1]?.problem).toMatch(/not JSON/);
    expect([await unfinishedJobs(app.db), await unread()]).toEqual([[], { messages: 1, sources: [] }]);
    knowingModel(app);
    await maya.api.brain.readAgain.mutate();
    await learn(app);
    expect([await knownTo(maya), await unread()]).toEqual([['Large bowl costs $42.'], null]);
  });

  test('while no model answered for a day is shown, too', async () => {
    await say(app, maya, 'The large bowl is $42 now.');
    brokenModel(app, '', new Error('down'));
    await learn(app);
    expect(await unread()).toBeNull();
    await leaveOneRetry(app.db);
    await learn(app);
    expect(await unread()).toEqual({ messages: 1, sources: [] });
  });

  test('and can’t be read is forgotten about once its owner dismisses it', async () => {
    modelThatFinds(app, () => 'No JSON today.');
    await tell(app, maya, 'The large bowl is $42 now.');
    await maya.api.brain.dismissUnread.mutate();
    expect(await unread()).toBeNull();
  });

  test('in more than twenty prices is learned in parts', async () => {
    const prices = Array.from({ length: 24 }, (_, index) => `The bowl number ${index + 1} costs $${index + 10}.`);
    await tell(app, maya, prices.join('\n'));
    expect(await facts()).toHaveLength(24);
    expect(givenFor(app, learnFromMessage).map(({ alreadyFound }) => alreadyFound.length)).toEqual([0, 20]);
  });

  test('and was edited away isn’t known anymore, which the new wording shows; what it had replaced is back', async () => {
    await tell(app, maya, 'The large bowl is $38.');
    const { conversation, answer } = await tell(app, maya, 'The large bowl is $420.');
    expect(await knownTo(maya)).toEqual(['Large bowl costs $420.']);
    const asked = { in: conversation.id, replaces: answer.id };
    const { question } = await tell(app, maya, 'Who buys large bowls?', asked);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $38.']);
    const { answer: last } = await tell(app, maya, 'The mug is $9.', { in: conversation.id });
    await tell(app, maya, 'Thanks!', { in: conversation.id, replaces: last.id });
    const gone = await app.db
      .selectFrom('facts')
      .select('withdrawn_message_id')
      .where('state', '=', 'forgotten')
      .execute();
    expect([await knownTo(maya), gone.length]).toEqual([['Large bowl costs $38.'], 1]);
    expect(gone[0]?.withdrawn_message_id).not.toBe(question.id);
  });

  test('stays known if it was edited, and its new wording says the same', async () => {
    const { conversation, answer } = await tell(app, maya, 'The large bowl is $38, you know.');
    const { question } = await tell(app, maya, 'The large bowl is $38.', { in: conversation.id, replaces: answer.id });
    expect((await facts()).map(({ source }) => source.messageId)).toEqual([question.id]);
  });
});

test('parts of a document that nobody can read are shown, and read again on request', async () => {
  modelThatFinds(app, () => 'No JSON today.');
  const { id } = await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n');
  expect([(await sourceOf(maya, id)).isLearning, await unread()]).toEqual([
    false,
    { messages: 0, sources: ['prices.csv'] },
  ]);
  knowingModel(app);
  await maya.api.brain.readAgain.mutate();
  await learn(app);
  expect([await knownTo(maya), await unread()]).toEqual([['Large bowl costs $38.'], null]);
});

describe('an answer to one of the first questions', () => {
  const typeAnswer = async (question: 'products' | 'customers' | 'voice', statement: string) => {
    const id = randomUUID();
    const kind = question === 'products' ? ('product' as const) : ('customer' as const);
    await maya.api.brain.add.mutate({ id, kind, statement, question });
    return id;
  };

  test('becomes single facts, each of which waits for the owner’s yes', async () => {
    await typeAnswer('products', 'country loaves $9, rye $11, a dozen bagels $18');
    await learn(app);
    expect(await states()).toEqual([
      'suggested: Country loaves costs $9.',
      'suggested: Rye costs $11.',
      'suggested: Dozen bagels costs $18.',
    ]);
    const [, rye] = await facts();
    expect(rye).toMatchObject({ isSuggestion: false, source: { kind: 'typed' } });
    await maya.api.brain.confirm.mutate({ factId: rye?.id ?? '' });
    await tell(app, maya, 'The country loaves are $10 now.');
    expect(await knownTo(maya)).toContain('Country loaves costs $10.');
    expect(await knownTo(maya)).toContain('Rye costs $11.');
  });

  test('has its question as part of the statement, with or without a model', async () => {
    await typeAnswer('customers', 'Young families');
    expect(await knownTo(maya)).toEqual(['Who buys from us: Young families']);
    await learn(app);
    expect(await states()).toEqual(['suggested: Our customers are young families.']);
  });

  test('goes with its parts when it is corrected, forgotten or brought back', async () => {
    const first = await typeAnswer('products', 'country loaves $9, rye $11');
    await learn(app);
    const id = randomUUID();
    const corrected = { id, statement: 'country loaves $9, rye $12', question: 'products' as const };
    await maya.api.brain.correct.mutate({ ...corrected, factId: first });
    await learn(app);
    expect(await states()).toEqual(['suggested: Country loaves costs $9.', 'suggested: Rye costs $12.']);
    await maya.api.brain.forget.mutate({ factId: id });
    expect(await knownTo(maya)).toEqual([]);
    await maya.api.brain.bringBack.mutate({ factId: first });
    expect(await knownTo(maya)).toHaveLength(1);
  });
});

test('a typed sentence keeps its wording', async () => {
  await typeFact(maya, 'We sell the large bowl for $42.', 'product');
  await learn(app);
  expect(await states()).toEqual(['confirmed: We sell the large bowl for $42.']);
});
