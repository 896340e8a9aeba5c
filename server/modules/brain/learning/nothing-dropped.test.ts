import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { READ_AGAIN_PER_HOUR } from '#contract/brain/brain.ts';
import { messageIdSchema } from '#contract/ids.ts';
import { AVOIDED_WORDS_MAX } from '#contract/brain/preferences.ts';
import { findLearnableMessage } from '#db/queries/brain/learning.ts';
import { listReplacedVersions } from '#db/queries/brain/taught-facts.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { addFile, sourceOf } from '#tests/support/brain/sources.ts';
import { knowingModel, knownTo, lastPrompt, modelThatFinds, say, tell, typeFact } from '#tests/support/brain/brain.ts';
import { brokenModel, type Person } from '#tests/support/chat.ts';
import { learn, leaveOneRetry, unfinishedJobs } from '#tests/support/jobs.ts';
import { givenFor } from '#tests/support/model/scripted-model.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
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
/** The last input in which the model was asked to find facts. */
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
    expect(lastPrompt(app)).toMatch(/We close at noon tomorrow .*December 11/);
  });

  test('a fact from a message counts without being confirmed, and has no check mark', async () => {
    await tell(app, maya, 'The large bowl is $42 now.');
    await say(app, maya, 'Remember that the small bowl is $28');
    expect((await facts()).map(({ state, isSaid }) => [state, isSaid])).toEqual([
      ['confirmed', false],
      ['confirmed', true],
    ]);
  });

  test('an unreadable message is tried twice, shown to its owner, and read again only on request', async () => {
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

  test('an owner can have unreadable messages read again only a few times an hour', async () => {
    const again = () => refusal(maya.api.brain.readAgain.mutate());
    for (let count = 0; count < READ_AGAIN_PER_HOUR; count += 1) expect(await again()).toBe('accepted');
    expect(await again()).toBe('TOO_MANY_ATTEMPTS');
    app.clock.advance(3_600_000);
    expect(await again()).toBe('accepted');
  });

  test('a message is also shown as unread after a day without a working model', async () => {
    await say(app, maya, 'The large bowl is $42 now.');
    brokenModel(app, '', new Error('down'));
    await learn(app);
    expect(await unread()).toBeNull();
    await leaveOneRetry(app.db);
    await learn(app);
    expect(await unread()).toEqual({ messages: 1, sources: [] });
  });

  test('an unreadable message is no longer shown once its owner dismisses it', async () => {
    modelThatFinds(app, () => 'No JSON today.');
    await tell(app, maya, 'The large bowl is $42 now.');
    await maya.api.brain.dismissUnread.mutate();
    expect(await unread()).toBeNull();
  });

  test('a message with more than twenty prices is learned in parts', async () => {
    const prices = Array.from({ length: 24 }, (_, index) => `The bowl number ${index + 1} costs $${index + 10}.`);
    await tell(app, maya, prices.join('\n'));
    expect(await facts()).toHaveLength(24);
    expect(givenFor(app, learnFromMessage).map(({ alreadyFound }) => alreadyFound.length)).toEqual([0, 20]);
  });

  test('a fact that was edited away is forgotten, the new wording shows that, and the fact it had replaced is back', async () => {
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
    expect([await knownTo(maya), gone.length]).toEqual([['Large bowl costs $38.'], 2]);
    expect(gone.filter((one) => one.withdrawn_message_id === question.id)).toHaveLength(1);
    expect((await facts())[0]?.history, 'the wrong price was never true').toEqual([]);
  });

  test('editing a message brings back the facts it withdrew, or asks about them, and a pin stays with its fact', async () => {
    await tell(app, maya, 'The spelt loaf is $8.');
    await tell(app, maya, 'The rye loaf is $11.');
    const [rye] = await facts();
    await maya.api.brain.pin.mutate({ factId: rye?.id ?? '', isPinned: true });
    const { conversation, answer } = await tell(app, maya, 'The spelt loaf is discontinued. The rye loaf is $99.');
    expect(await knownTo(maya)).toEqual(['Rye loaf costs $99.']);
    await tell(app, maya, 'The spelt loaf is $9.', { to: 'seomi' });
    await tell(app, maya, 'Good morning!', { in: conversation.id, replaces: answer.id });
    expect(await states()).toEqual([
      'conflict: Spelt loaf costs $8.',
      'confirmed: Rye loaf costs $11.',
      'conflict: Spelt loaf costs $9.',
    ]);
    expect((await facts()).filter(({ isPinned }) => isPinned)).toMatchObject([{ statement: 'Rye loaf costs $11.' }]);
  });

  test.each<[string, (conversationId: string) => Promise<unknown>]>([
    ['learning is off by then', async () => maya.api.brain.setLearning.mutate({ learnsFromChats: false })],
    [
      'its chat is private by then',
      async (conversationId) => maya.api.chat.setPrivate.mutate({ conversationId, isPrivate: true }),
    ],
  ])('an edit undoes what a message said even if %s; asking for its answer again doesn’t', async (_, change) => {
    await tell(app, maya, 'The spelt loaf is $8.');
    const said = 'The spelt loaf is discontinued. The large bowl is $420.';
    const { conversation, answer } = await tell(app, maya, said);
    await change(conversation.id);
    const again = await tell(app, maya, said, { in: conversation.id, replaces: answer.id });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $420.']);
    await tell(app, maya, 'The mug is $9.', { in: conversation.id, replaces: again.answer.id });
    expect(await knownTo(maya)).toEqual(['Spelt loaf costs $8.']);
  });

  test('editing an earlier question undoes what the old thread taught, even once that thread is shown again', async () => {
    await tell(app, maya, 'The spelt loaf is $8.');
    const { conversation, question, answer } = await tell(app, maya, 'Good morning!');
    const here = { in: conversation.id };
    await tell(app, maya, 'The large bowl is $38. The spelt loaf is discontinued.', here);
    await tell(app, maya, 'The mug is $9.', here);
    expect((await knownTo(maya)).toSorted()).toEqual(['Large bowl costs $38.', 'Mug costs $9.']);
    const again = await tell(app, maya, 'Good morning!', { ...here, replaces: answer.id });
    expect(await knownTo(maya)).toEqual(['Spelt loaf costs $8.']);
    await tell(app, maya, 'The plate is $12.', here);
    await maya.api.chat.showVersion.mutate({ conversationId: conversation.id, messageId: question.id });
    await learn(app);
    expect((await knownTo(maya)).toSorted(), 'looking at another version changes nothing').toEqual([
      'Plate costs $12.',
      'Spelt loaf costs $8.',
    ]);
    await maya.api.chat.showVersion.mutate({ conversationId: conversation.id, messageId: again.question.id });
    await tell(app, maya, 'Good evening!', { ...here, replaces: again.answer.id });
    expect(await knownTo(maya)).toEqual(['Spelt loaf costs $8.']);
  });

  test('is undone by an edit of an earlier question, however much the thread after it taught', async () => {
    for (const fact of ['spelt loaf is $8', 'rye loaf is $9']) await tell(app, maya, `The ${fact}.`, { to: 'seomi' });
    const { conversation, answer } = await tell(app, maya, 'Good morning!');
    const here = { in: conversation.id };
    await tell(app, maya, 'The mug is $9. The spelt loaf is discontinued.', here);
    await tell(app, maya, 'The rye loaf is $10.', here);
    // As if the thread had said and withdrawn 120 facts.
    await sql`
      insert into facts select (jsonb_populate_record(facts, jsonb_build_object(
        'id', gen_random_uuid(), 'number', facts.number + n * 10, 'subject', n, 'statement', statement || n, 'words', ''))).*
      from facts, generate_series(1, 119) n
      where facts.withdrawn_message_id is not null or facts.subject = 'Mug'`.execute(app.db);
    await tell(app, maya, 'Good evening!', { ...here, replaces: answer.id });
    const live = await app.db.selectFrom('facts').select('statement').where('state', '=', 'confirmed').execute();
    const known = live.map(({ statement }) => statement);
    expect(known.filter((statement) => statement.startsWith('Spelt loaf costs $8.'))).toHaveLength(120);
    expect(known.filter((statement) => !statement.startsWith('Spelt loaf'))).toEqual(['Rye loaf costs $9.']);
  });

  test('stays known when an older version is shown again and answered anew', async () => {
    const { conversation, question, answer } = await tell(app, maya, 'Good morning!');
    const here = { in: conversation.id };
    await tell(app, maya, 'The plate is $12.', { ...here, replaces: answer.id });
    await maya.api.chat.showVersion.mutate({ conversationId: conversation.id, messageId: question.id });
    const questionId = messageIdSchema.parse(question.id);
    await app.db.updateTable('turns').set({ learning: 'due' }).where('question_id', '=', questionId).execute();
    const found = await findLearnableMessage(app.db, maya.userId, questionId);
    expect(found?.isVersion).toBe(false);
    expect(await listReplacedVersions(app.db, maya.userId, questionId, { isLearnable: true })).toEqual([]);
    expect(await knownTo(maya)).toEqual(['Plate costs $12.']);
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

  test('a typed answer is split into single facts, each of which waits for the owner’s OK', async () => {
    await typeAnswer('products', 'country loaves $9, rye $11, a dozen bagels $18');
    await learn(app);
    expect(await states()).toEqual([
      'suggested: Country loaves costs $9.',
      'suggested: Rye costs $11.',
      'suggested: Dozen bagels costs $18.',
    ]);
    const [, rye] = await facts();
    expect(
      (await facts()).flatMap(({ history }) => history),
      'a part replaces nothing',
    ).toEqual([]);
    expect(rye).toMatchObject({ isSuggestion: false, source: { kind: 'typed' } });
    await maya.api.brain.confirm.mutate({ factId: rye?.id ?? '' });
    await tell(app, maya, 'The country loaves are $10 now.');
    expect(await knownTo(maya)).toContain('Country loaves costs $10.');
    expect(await knownTo(maya)).toContain('Rye costs $11.');
  });

  test('all the facts split from one answer can be confirmed with one click', async () => {
    await typeAnswer('products', 'country loaves $9, rye $11');
    await learn(app);
    const parts = async () => (await maya.api.brain.overview.query()).unconfirmedParts;
    expect(await parts()).toEqual((await facts()).map(({ id }) => id).toReversed());
    await maya.api.brain.confirmFacts.mutate({ factIds: await parts() });
    expect(await states()).toEqual(['confirmed: Country loaves costs $9.', 'confirmed: Rye costs $11.']);
    expect(await parts()).toEqual([]);
  });

  test('a typed answer’s statement includes its question, with or without a model', async () => {
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

describe('an answer that became a setting', () => {
  const avoided = async () => (await maya.api.brain.preferences.list.query()).map(({ value }) => value).toSorted();
  const answer = async (statement: string) => {
    const id = randomUUID();
    await maya.api.brain.add.mutate({ id, kind: 'voice', statement, question: 'voice' });
    await learn(app);
    return id;
  };

  test('changing an answer replaces the settings it made with those of the new answer', async () => {
    const factId = await answer('Never say artisanal or curated.');
    expect([await avoided(), await knownTo(maya)]).toEqual([['artisanal', 'curated'], []]);
    const id = randomUUID();
    const corrected = { id, factId, statement: 'Never say handmade.', question: 'voice' as const };
    await maya.api.brain.correct.mutate(corrected);
    await learn(app);
    expect([await avoided(), await knownTo(maya)]).toEqual([['handmade'], []]);
    const again = { ...corrected, id: randomUUID(), factId: id, statement: 'We sound friendly.' };
    await maya.api.brain.correct.mutate(again);
    expect([await avoided(), await knownTo(maya)]).toEqual([[], ['We sound friendly.']]);
  });

  test('can be taken back', async () => {
    const factId = await answer('Never say artisanal.');
    await maya.api.brain.forget.mutate({ factId });
    expect(await avoided()).toEqual([]);
  });
});

test('a typed sentence keeps its wording', async () => {
  await typeFact(maya, 'We sell the large bowl for $42.', 'product');
  await learn(app);
  expect(await states()).toEqual(['confirmed: We sell the large bowl for $42.']);
});

describe('what was typed', () => {
  const two = ['Bowls cost $4.', 'Mugs cost $5.'];
  const type = async (statement: string, more: object = {}) => {
    const id = randomUUID();
    await maya.api.brain.add.mutate({ id, kind: 'product', statement, ...more });
    return id;
  };

  test('typed text isn’t split if the model makes up a part of it twice', async () => {
    modelThatFinds(app, (said) => [...two, 'Vases cost $77.'].map((statement) => ({ statement, quote: said })));
    await type('Bowls cost $4, mugs cost $5, and vases more.');
    await learn(app);
    expect(await states()).toEqual(['confirmed: Bowls cost $4, mugs cost $5, and vases more.']);
  });

  test('the parts of a typed text inherit its days, its pin and the permission to share its secret', async () => {
    const statements = ['The guest Wi-Fi password is bean-2024.', 'We open at 7.'];
    modelThatFinds(app, (said) => statements.map((statement) => ({ statement, subject: statement, quote: said })));
    const factId = await type('The guest Wi-Fi password is bean-2024. We open at 7.', { isOkayToShare: true });
    await maya.api.brain.describe.mutate({ factId, attribute: '', validFrom: null, validUntil: '2099-12-31' });
    await maya.api.brain.pin.mutate({ factId, isPinned: true });
    await learn(app);
    expect((await facts()).toReversed()).toMatchObject([
      { statement: statements[0], validUntil: '2099-12-31', isPinned: true, isShareable: true },
      { statement: statements[1], validUntil: '2099-12-31', isPinned: true, isShareable: false },
    ]);
  });

  test('keeps the attribute and days that the owner set before it was read', async () => {
    const found = { statement: 'Bowls cost $4.', attribute: 'price', validFrom: '2026-01-01' };
    modelThatFinds(app, (said) => [{ ...found, quote: said }]);
    const factId = await type('Bowls cost $4.');
    await maya.api.brain.describe.mutate({ factId, attribute: 'my price', validFrom: null, validUntil: '2099-12-31' });
    await learn(app);
    const kept = { attribute: 'my price', validFrom: '2026-01-01', validUntil: '2099-12-31' };
    expect(await facts()).toMatchObject([kept]);
  });

  test.each([
    [
      'the days and the property of its new wording, not those that were found before',
      false,
      [null, '2026-12-24', 'weight'],
    ],
    ['what its owner set by hand', true, [null, '2099-12-31', 'my price']],
  ])('has, once it is corrected, %s', async (_, isSetByHand, details) => {
    modelThatFinds(app, (said) => [
      said.startsWith('Bowls weigh')
        ? { statement: said, quote: said, attribute: 'weight', validUntil: '2026-12-24' }
        : { statement: said, quote: said, attribute: 'price', validFrom: '2026-11-01', validUntil: '2026-11-28' },
    ]);
    const factId = await type('Bowls cost $4 until November 28.');
    await learn(app);
    const own = { attribute: 'my price', validFrom: null, validUntil: '2099-12-31' };
    if (isSetByHand) await maya.api.brain.describe.mutate({ factId, ...own });
    const statement = 'Bowls weigh 4 lb until December 24.';
    await maya.api.brain.correct.mutate({ id: randomUUID(), factId, statement });
    await learn(app);
    const [fact] = await facts();
    expect([fact?.validFrom, fact?.validUntil, fact?.attribute]).toEqual(details);
  });

  const wish = {
    setting: 'avoided_word',
    teammate: '',
    isLasting: true,
    isRemoved: false,
    quote: 'Never say artisanal',
  };
  const modelThatHears = (value: string) =>
    app.model.answerWith(async function* hear({ task }) {
      const fact = { statement: 'We sell bowls.', subject: 'Bowls', quote: 'we sell bowls' };
      if (task === 'learn-from-message')
        yield JSON.stringify({ facts: [fact], preferences: [{ ...wish, value }], hasMore: false });
    });

  test('typed text is replaced by the one fact in it once its wish about answers is a setting', async () => {
    modelThatHears('artisanal');
    await type('Never say artisanal: we sell bowls.');
    await learn(app);
    expect(await states()).toEqual(['suggested: We sell bowls.']);
    expect(await maya.api.brain.preferences.list.query()).toMatchObject([{ value: 'artisanal' }]);
  });

  test('typed text isn’t split if its wish about answers can’t be kept', async () => {
    modelThatHears('handmade');
    await type('Never say artisanal: we sell bowls.');
    await learn(app);
    expect(await states()).toEqual(['confirmed: Never say artisanal: we sell bowls.']);
    modelThatHears('artisanal');
    const row = {
      user_id: maya.userId,
      setting: 'avoided_word',
      source: 'typed',
      set_at: app.clock.current(),
    } as const; // reason: two are choices
    const words = Array.from({ length: AVOIDED_WORDS_MAX }, (_, index) => `word ${index}`);
    const rows = words.map((value) => ({ ...row, value, id: randomUUID(), change_id: randomUUID() }));
    await app.db.insertInto('answer_preferences').values(rows).execute();
    await type('Never say artisanal! We sell bowls.');
    await learn(app);
    expect(await states()).toContain('confirmed: Never say artisanal! We sell bowls.');
  });
});
