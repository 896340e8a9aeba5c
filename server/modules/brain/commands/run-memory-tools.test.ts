import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MemoryChoice } from '#contract/brain/memory.ts';
import { messageIdSchema } from '#contract/ids.ts';
import { composeTask } from '#sandbox/model/tasks/compose-task.ts';
import { addSaid, knowingModel, knownTo, modelThatFinds, say, typeFact } from '#tests/support/brain/brain.ts';
import { messagesUsed, resume, threadOf, type Person } from '#tests/support/chat.ts';
import { learn } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { isSaidIn } from './stated.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  app.model.hasTools = true;
  knowingModel(app);
});

const idle = () => app.container.services.runner.idle();
const answers = () => app.model.requests.filter(({ task }) => task === 'answer');
/** What the turns of a conversation changed in the Brain, newest first. */
const memoryIn = async (conversationId: string) =>
  (await maya.api.brain.ofConversation.query({ conversationId })).memory.map(({ actions }) => actions);
const answerIn = async (conversationId: string) => (await threadOf(maya, conversationId)).at(-1)?.content ?? '';
const settle = (answerId: string, choice: MemoryChoice, action = 0) =>
  maya.api.brain.settleMemory.mutate({ answerId: messageIdSchema.parse(answerId), action, choice });

const LARGE_BOWL = { subject: 'Large bowl', attribute: 'price', value: '$38', quantity: '38', unit: 'USD' };

/** A model that calls these tools on a turn's first request, and then repeats the tool results. */
function modelThatCalls(...calls: { name: string; input: unknown }[]) {
  app.model.answerWith(async function* call({ tools, onToolCall }) {
    if (tools?.called) return yield tools.called.calls.map(({ result }) => result).join(' ');
    for (const [index, { name, input }] of calls.entries()) onToolCall?.({ id: `call-${index}`, name, input });
  });
}
const fact = (statement: string) => ({
  statement,
  kind: 'policy',
  subject: 'The shop',
  value: '',
  validFrom: null,
  validUntil: null,
});

describe('forgetting in chat', () => {
  test.each([
    ['Actually, forget the price of the rye loaf.', 'The rye loaf costs $11.'],
    ['Bitte vergiss den Preis vom Roggenbrot.', 'Das Roggenbrot kostet 4,80 €.'],
    ['Olvida lo del precio del corte.', 'El corte cuesta 22 euros.'],
    ['You can forget f1.', 'We wrap gifts.'],
  ])('“%s” forgets the only fact that is meant, and Undo brings it back', async (said, statement) => {
    await typeFact(maya, statement, 'product');
    await typeFact(maya, 'We never discount sets.');
    const { conversation, answer } = await say(app, maya, said);
    expect(await knownTo(maya)).toEqual(['We never discount sets.']);
    expect(await answerIn(conversation.id)).toContain('Gone.');
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'forgotten', factIds: [expect.any(String)] }]]);
    expect(answers()).toHaveLength(2);
    expect(await messagesUsed(maya)).toBe(1);
    const exported = { id: randomUUID(), conversationId: conversation.id };
    const { markdown } = await maya.api.chat.exportConversation.mutate(exported);
    expect(markdown).toContain(`*Forgot: ${statement}*`);
    await settle(answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toContain(statement);
    const undone = await maya.api.chat.exportConversation.mutate({ ...exported, id: randomUUID() });
    expect(undone.markdown).not.toContain('*Forgot:');
  });

  test.each([
    ['forget the first one', 0],
    ['The workshops.', 1],
    ['forget f3', 2],
  ])('several candidates are shown, and “%s” forgets the one that is meant', async (said, place) => {
    const about = ['We are open until 6 on Saturdays.', 'Saturday workshops start at 10.', 'No pickups on Saturday.'];
    for (const statement of about) await typeFact(maya, statement);
    const { conversation } = await say(app, maya, 'Forget what you know about Saturdays.');
    expect(await knownTo(maya)).toHaveLength(3);
    const [[asked] = []] = await memoryIn(conversation.id);
    if (asked?.kind !== 'choose') throw new Error('nothing was asked');
    await say(app, maya, said, { in: conversation.id });
    const wanted = place === 0 ? asked.factIds[0] : undefined;
    const [[done] = []] = await memoryIn(conversation.id);
    expect(done).toMatchObject({ kind: 'forgotten', factIds: wanted ? [wanted] : [expect.any(String)] });
    if (place > 0) expect(await knownTo(maya)).not.toContain(about[place]);
    expect(await knownTo(maya)).toHaveLength(2);
  });

  test('a button forgets one candidate, all of them, or none, and nothing that wasn’t asked about', async () => {
    const ids = [
      await typeFact(maya, 'Saturday workshops start at 10.'),
      await typeFact(maya, 'No pickups on Saturday.'),
    ];
    const other = await typeFact(maya, 'We never discount sets.');
    const { answer, conversation } = await say(app, maya, 'Forget Saturday.');
    await expect(settle(answer.id, { kind: 'forget', factIds: [other] })).rejects.toThrow();
    await settle(answer.id, { kind: 'leave' });
    expect(await knownTo(maya)).toHaveLength(3);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'choose', isSettled: true }]]);
    await settle(answer.id, { kind: 'forget', factIds: ids });
    expect(await knownTo(maya)).toEqual(['We never discount sets.']);
    await settle(answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toHaveLength(3);
    const eve = await aPerson(app);
    const stolen = eve.api.brain.settleMemory.mutate({
      answerId: messageIdSchema.parse(answer.id),
      action: 0,
      choice: { kind: 'leave' },
    });
    await expect(stolen).rejects.toThrow();
  });

  test('forgetting everything asks once, takes one click, and can be undone with all conflicts restored', async () => {
    await typeFact(maya, 'The large bowl costs $38.', 'product');
    await learn(app);
    for (const statement of ['We wrap gifts.', 'We never discount sets.']) await typeFact(maya, statement);
    const facts = await app.db.selectFrom('facts').select('id').execute();
    const conflictId = randomUUID();
    const inConflict = facts.slice(0, 2).map(({ id }) => id);
    await app.db
      .updateTable('facts')
      .set({ state: 'conflict', conflict_id: conflictId })
      .where('id', 'in', inConflict)
      .execute();
    const { answer, conversation } = await say(app, maya, 'Forget everything you know about us.');
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'everything', count: 3, upTo: 3, step: 'asked' }]]);
    expect(await knownTo(maya)).toHaveLength(3);
    await settle(answer.id, { kind: 'forget-all' });
    await settle(answer.id, { kind: 'forget-all' });
    expect(await knownTo(maya)).toEqual([]);
    await settle(answer.id, { kind: 'undo' });
    const states = await app.db.selectFrom('facts').select(['id', 'state', 'conflict_id']).execute();
    expect(
      states
        .filter(({ conflict_id: id }) => id === conflictId)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(inConflict.toSorted());
    expect(states.filter(({ state }) => state === 'confirmed')).toHaveLength(1);
  });

  test('two calls of one answer can’t forget two facts without asking', async () => {
    const ids = [await typeFact(maya, 'We wrap gifts.'), await typeFact(maya, 'We never discount sets.')];
    const order = 'Forget the gifts and the sets';
    modelThatCalls(
      { name: 'forget', input: { order, facts: [1], words: 'the gifts' } },
      { name: 'forget', input: { order, facts: [2], words: 'the sets' } },
    );
    const { conversation } = await say(app, maya, `${order}: gifts and sets are wrapped.`);
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'choose', factIds: ids, isSettled: false }]]);
    expect(await knownTo(maya)).toHaveLength(2);
  });

  test.each([
    'Forget it, let’s write about bread.',
    'I’ll never forget that day, write about it.',
    'Don’t forget to mention parking.',
    'Remember when we sold out?',
    'Vergiss nicht, unten die Adresse reinzuschreiben.',
    'Olvídalo, mejor escribe sobre el pan.',
  ])('“%s” does nothing, and the model is asked once', async (said) => {
    await typeFact(maya, 'We bake bread every day.');
    const { conversation } = await say(app, maya, said);
    expect(await memoryIn(conversation.id)).toEqual([]);
    expect(answers()).toHaveLength(1);
    expect(await knownTo(maya)).toHaveLength(1);
  });
});

describe('remembering and correcting in chat', () => {
  test.each([
    ['Hey Emmie, please remember that Monday is cake day.', 'Monday is cake day.'],
    ['Merk dir bitte, dass wir Altbrot spenden.', 'Wir Altbrot spenden.'],
    ['Apunta que los martes hay descuento.', 'Los martes hay descuento.'],
  ])('“%s” is kept without another request to find facts, and once', async (said, statement) => {
    const { conversation } = await say(app, maya, said);
    expect(await knownTo(maya)).toEqual([statement]);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'remembered' }]]);
    await learn(app);
    expect(app.model.requests.filter(({ task }) => task === 'learn-from-message')).toEqual([]);
    expect(await knownTo(maya)).toHaveLength(1);
  });

  test('wishes about answers become preferences, not facts', async () => {
    const said = 'Please remember that I prefer short answers, no emojis. We close at 6 on Mondays.';
    const { conversation, question } = await say(app, maya, said);
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'preferences' }]]);
    expect(await answerIn(conversation.id)).toBe('From now on: short answers, no emojis.');
    const { preferences } = await maya.api.brain.ofConversation.query({ conversationId: conversation.id });
    expect(preferences[question.id]?.set).toHaveLength(2);
    await learn(app);
    expect(await knownTo(maya)).toEqual(['We close at 6 on Mondays.']);
  });

  test('an edited message keeps only what its new wording asks to remember', async () => {
    const { conversation, answer } = await say(app, maya, 'Remember that Monday is cake day.');
    const edited = 'Please remember that Monday is cake day.';
    await say(app, maya, edited, { in: conversation.id, replaces: answer.id });
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Monday is cake day.']);
    const other = 'Please remember that Tuesdays are for bread.';
    const [last] = (await threadOf(maya, conversation.id)).slice(-1);
    await say(app, maya, other, { in: conversation.id, replaces: last?.id ?? '' });
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Tuesdays are for bread.']);
  });

  test('a correction takes the place of the fact and of what disagreed with it, and Undo puts it back', async () => {
    await typeFact(maya, 'The rye loaf costs $11.', 'product');
    const { conversation, answer } = await say(app, maya, 'The rye loaf isn’t $11, it’s $12.');
    expect(await knownTo(maya)).toEqual(['The rye loaf costs $12.']);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'corrected' }]]);
    await settle(answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toEqual(['The rye loaf costs $11.']);
  });

  test.each(['forget', 'correct'])('a call of %s undoes the settings that the typed fact made', async (name) => {
    const factId = await typeFact(maya, 'We wrap gifts, never with emojis.');
    const setting = { setting: 'emojis', value: 'never', source: 'typed' } as const; // reason: the literals are columns' values
    const nowhere = { assistant_type: null, said_to: null, conversation_id: null, ended_at: null, ended_by: null };
    const of = { user_id: maya.userId, id: factId, change_id: factId, set_at: app.clock.current() };
    await app.db
      .insertInto('answer_preferences')
      .values({ ...setting, ...nowhere, ...of })
      .execute();
    const order = 'We don’t wrap gifts, forget that.';
    modelThatCalls({ name, input: { order, fact: 1, facts: [1], ...fact('We don’t wrap gifts.') } });
    await say(app, maya, order);
    expect(await knownTo(maya)).toEqual(name === 'forget' ? [] : ['We don’t wrap gifts.']);
    expect(await maya.api.brain.preferences.list.query()).toEqual([]);
  });

  test('a correction keeps the days that the owner set by hand', async () => {
    const factId = await typeFact(maya, 'The bowl costs $38.', 'product');
    await maya.api.brain.describe.mutate({ factId, attribute: 'price', validFrom: null, validUntil: '2027-01-31' });
    const order = 'The bowl isn’t $38, it’s $42.';
    modelThatCalls({ name: 'correct', input: { order, fact: 1, ...fact('The bowl costs $42.') } });
    await say(app, maya, order);
    const { facts } = await maya.api.brain.list.query({});
    expect(facts).toMatchObject([{ statement: 'The bowl costs $42.', attribute: 'price', validUntil: '2027-01-31' }]);
  });

  test('an unclear fact, or one with figures that the owner didn’t say, is asked about and kept only after a click', async () => {
    const { conversation, answer } = await say(app, maya, 'rmbr whsl 40 ov 24 x sets til 12/31');
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'unclear', step: 'asked' }]]);
    expect(await knownTo(maya)).toEqual([]);
    await settle(answer.id, { kind: 'keep', statement: 'Wholesale is 40% off above 24 pieces.' });
    await settle(answer.id, { kind: 'keep', statement: 'Wholesale is 50% off.' });
    expect(await knownTo(maya)).toEqual(['Wholesale is 40% off above 24 pieces.']);
    modelThatCalls({ name: 'remember', input: { order: 'Remember the deposit', ...fact('The deposit is $900.') } });
    const other = await say(app, maya, 'Remember the deposit.');
    expect(await memoryIn(other.conversation.id)).toMatchObject([
      [{ kind: 'unclear', reading: 'The deposit is $900.' }],
    ]);
    await settle(other.answer.id, { kind: 'leave' });
    expect(await memoryIn(other.conversation.id)).toMatchObject([[{ kind: 'unclear', step: 'dismissed' }]]);
  });

  test('secrets, private chats and switched-off learning are refused, each with its own reason', async () => {
    const secret = await say(app, maya, 'Please remember that the password is kiln-1234.');
    const hidden = await say(app, maya, 'Please remember that Monday is cake day.', { isPrivate: true });
    await maya.api.brain.setLearning.mutate({ learnsFromChats: false });
    const off = await say(app, maya, 'Please remember that Monday is cake day.');
    expect(await answerIn(off.conversation.id)).toContain('switched learning from chats off');
    const reasons = [secret, hidden, off].map(async ({ conversation }) => (await memoryIn(conversation.id))[0]);
    expect(await Promise.all(reasons)).toEqual(
      ['secret', 'private', 'off'].map((reason) => [{ kind: 'refused', reason }]),
    );
    expect(await knownTo(maya)).toEqual([]);
  });
});

describe('a choice or Undo', () => {
  const stateOf = async (id: string) =>
    (await app.db.selectFrom('facts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  const SAID = 'The bowl isn’t $38, it’s $42.';
  const inConflict = (ids: string[]) =>
    app.db.updateTable('facts').set({ state: 'conflict', conflict_id: randomUUID() }).where('id', 'in', ids).execute();

  test('confirming an unclear correction replaces the fact that it corrects', async () => {
    await typeFact(maya, 'The bowl costs $38.', 'product');
    modelThatCalls({ name: 'correct', input: { order: SAID, fact: 1, ...fact('The bowl costs $45.') } });
    const { answer, conversation } = await say(app, maya, SAID);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'unclear', replaces: 1 }]]);
    await settle(answer.id, { kind: 'keep', statement: 'The bowl costs $45.' });
    expect(await knownTo(maya)).toEqual(['The bowl costs $45.']);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'corrected' }]]);
    await settle(answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toEqual(['The bowl costs $38.']);
  });

  test('a choice settles one action and leaves the turn’s other actions alone', async () => {
    await typeFact(maya, 'The bowl costs $38.', 'product');
    await typeFact(maya, 'We wrap gifts.');
    const forget = 'forget that we wrap gifts';
    modelThatCalls(
      { name: 'correct', input: { order: SAID, fact: 1, ...fact('The bowl costs $42.') } },
      { name: 'forget', input: { order: forget, facts: [2] } },
    );
    const { answer } = await say(app, maya, `${SAID} And ${forget}.`);
    await settle(answer.id, { kind: 'undo' }, 1);
    expect(new Set(await knownTo(maya))).toEqual(new Set(['The bowl costs $42.', 'We wrap gifts.']));
    await settle(answer.id, { kind: 'undo' }, 0);
    expect(new Set(await knownTo(maya))).toEqual(new Set(['The bowl costs $38.', 'We wrap gifts.']));
    await expect(settle(answer.id, { kind: 'undo' }, 2)).rejects.toThrow();
  });

  test('a choice keeps one of two unclear facts, each in its own words', async () => {
    const orders = ['Remember the deposit', 'remember the fee'];
    modelThatCalls(
      { name: 'remember', input: { order: orders[0], ...fact('The deposit is $900.') } },
      { name: 'remember', input: { order: orders[1], ...fact('The fee is $70.') } },
    );
    const { answer, conversation } = await say(app, maya, `${orders.join(' and ')}.`);
    await settle(answer.id, { kind: 'keep', statement: 'The fee is $70.' }, 1);
    expect(await knownTo(maya)).toEqual(['The fee is $70.']);
    expect(await memoryIn(conversation.id)).toMatchObject([
      [
        { kind: 'unclear', order: orders[0], step: 'asked' },
        { kind: 'unclear', order: orders[1], step: 'kept' },
      ],
    ]);
  });

  test('forgetting everything spares what was learned after the question, and what the owner kept', async () => {
    await typeFact(maya, 'We wrap gifts.');
    const { answer } = await say(app, maya, 'Forget everything you know about us.');
    await typeFact(maya, 'We never discount sets.');
    await settle(answer.id, { kind: 'forget-all' });
    expect(await knownTo(maya)).toEqual(['We never discount sets.']);
    const other = await say(app, maya, 'Forget everything you know about us.');
    await settle(other.answer.id, { kind: 'leave' });
    await settle(other.answer.id, { kind: 'forget-all' });
    expect(await knownTo(maya)).toEqual(['We never discount sets.']);
  });

  test('that forgets everything undoes the settings that typed facts made, and Undo brings back both', async () => {
    const settings = async () =>
      (await maya.api.brain.preferences.list.query()).map(({ setting, value }) => `${setting}: ${value}`).toSorted();
    const preference = { setting: 'length', value: 'as_needed' } as const; // reason: one of the choices
    await maya.api.brain.preferences.set.mutate({ changeId: randomUUID(), assistantId: null, preference });
    for (const statement of ['We wrap gifts.', 'Medium-length answers.', 'Short answers. Never say artisanal.']) {
      await typeFact(maya, statement);
      app.clock.advance(1000);
      await learn(app);
    }
    const before = ['avoided_word: artisanal', 'length: short'];
    expect(await settings()).toEqual(before);
    const { answer, conversation } = await say(app, maya, 'Forget everything you know about us.');
    await settle(answer.id, { kind: 'forget-all' });
    expect(await settings()).toEqual(['length: as_needed']);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ step: 'forgotten', hasSettings: true }]]);
    await settle(answer.id, { kind: 'undo' });
    expect(await settings()).toEqual(before);
    expect(await knownTo(maya)).toEqual(['We wrap gifts.']);
  });

  test('undoing “forget everything” works once, and marks conflicts with what was learned since', async () => {
    await addSaid(app, maya, ['The large bowl costs $38.'], LARGE_BOWL);
    const gifts = await typeFact(maya, 'We wrap gifts.');
    const { answer } = await say(app, maya, 'Forget everything you know about us.');
    await settle(answer.id, { kind: 'forget-all' });
    await addSaid(app, maya, ['The large bowl costs $42.'], { ...LARGE_BOWL, value: '$42', quantity: '42' });
    await settle(answer.id, { kind: 'undo' });
    const states = await app.db.selectFrom('facts').select('state').where('attribute', '=', 'price').execute();
    expect(states).toEqual([{ state: 'conflict' }, { state: 'conflict' }]);
    await maya.api.brain.forgetFacts.mutate({ factIds: [gifts] });
    await settle(answer.id, { kind: 'undo' });
    expect(await stateOf(gifts)).toBe('forgotten');
  });

  test('undoing the correction of a disputed fact brings back both sides of the conflict', async () => {
    for (const price of ['38', '40'])
      await addSaid(app, maya, [`The large bowl costs $${price}.`], {
        ...LARGE_BOWL,
        value: `$${price}`,
        quantity: price,
      });
    const sides = await app.db.selectFrom('facts').select('id').orderBy('number').execute();
    await inConflict(sides.map(({ id }) => id));
    const order = 'The large bowl costs $42.';
    modelThatCalls({ name: 'correct', input: { order, fact: 1, ...fact(order) } });
    const { answer } = await say(app, maya, order);
    expect(await knownTo(maya)).toEqual([order]);
    await settle(answer.id, { kind: 'undo' });
    expect(await Promise.all(sides.map(({ id }) => stateOf(id)))).toEqual(['conflict', 'conflict']);
  });
});

describe('an edited message', () => {
  test.each([true, false])(
    'editing a message brings back what it asked to forget, once (with tools: %s)',
    async (hasTools) => {
      app.model.hasTools = hasTools;
      await typeFact(maya, 'Our fax number is (614) 555-0100.');
      const said = await say(app, maya, 'Forget the fax number.');
      expect(await knownTo(maya)).toEqual([]);
      const again = 'Please forget the fax number.';
      await say(app, maya, again, { in: said.conversation.id, replaces: said.answer.id });
      await learn(app);
      expect(await knownTo(maya)).toEqual([]);
      const [last] = (await threadOf(maya, said.conversation.id)).slice(-1);
      await say(app, maya, 'Write a post.', { in: said.conversation.id, replaces: last?.id ?? '' });
      await learn(app);
      expect(await knownTo(maya)).toHaveLength(1);
      const actions = (await memoryIn(said.conversation.id)).flat();
      expect(actions).toMatchObject([
        { kind: 'choose', isSettled: true },
        { kind: 'choose', isSettled: true },
      ]);
    },
  );

  test('an edit with the same words keeps its facts even while learning is switched off', async () => {
    const said = 'Remember that Monday is cake day.';
    const { conversation, answer } = await say(app, maya, said);
    await maya.api.brain.setLearning.mutate({ learnsFromChats: false });
    await say(app, maya, said, { in: conversation.id, replaces: answer.id });
    expect(await knownTo(maya)).toEqual(['Monday is cake day.']);
  });

  test('editing a message brings back everything that a click had forgotten', async () => {
    await typeFact(maya, 'We wrap gifts.');
    const { conversation, answer } = await say(app, maya, 'Forget everything you know about us.');
    await settle(answer.id, { kind: 'forget-all' });
    await say(app, maya, 'Write a post.', { in: conversation.id, replaces: answer.id });
    await learn(app);
    expect(await knownTo(maya)).toEqual(['We wrap gifts.']);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'everything', step: 'kept' }]]);
  });
});

describe('what changed while the owner was waiting', () => {
  const CAKE = 'Remember that Monday is cake day.';

  test('a chat that turned private keeps nothing, neither from the tool nor by a click', async () => {
    const { conversation } = await say(app, maya, 'Hello');
    const setPrivate = (isPrivate: boolean) =>
      maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate });
    app.model.answerWith(async function* turnPrivate({ tools, onToolCall }) {
      if (tools?.called) return yield tools.called.calls.map(({ result }) => result).join(' ');
      await setPrivate(true);
      onToolCall?.({ id: 'call', name: 'remember', input: { order: CAKE, ...fact('Monday is cake day.') } });
    });
    await say(app, maya, CAKE, { in: conversation.id });
    expect(await answerIn(conversation.id)).toBe('Not remembered: this chat is private.');
    await setPrivate(false);
    knowingModel(app);
    const unclear = await say(app, maya, 'rmbr whsl 40 ov 24', { in: conversation.id });
    await setPrivate(true);
    await settle(unclear.answer.id, { kind: 'keep', statement: 'Wholesale is 40% off.' });
    const reasons = (await memoryIn(conversation.id)).flat();
    expect(reasons).toEqual(Array.from({ length: 2 }, () => ({ kind: 'refused', reason: 'private' })));
    expect(await knownTo(maya)).toEqual([]);
  });

  test('Undo brings back what is still there, if some of it was deleted for good', async () => {
    const ids = [await typeFact(maya, 'Saturday workshops start at 10.'), await typeFact(maya, 'No Saturday pickups.')];
    const { answer } = await say(app, maya, 'Forget Saturday.');
    await settle(answer.id, { kind: 'forget', factIds: ids });
    await maya.api.brain.erase.mutate({ factId: ids[0] ?? '' });
    await settle(answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toEqual(['No Saturday pickups.']);
  });

  test('a secret of an earlier private message isn’t kept in any field', async () => {
    const { conversation } = await say(app, maya, 'The alarm password is kiln-1234.', { isPrivate: true });
    await maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate: false });
    const stated = { ...fact('Monday is cake day.'), value: 'kiln-1234' };
    modelThatCalls({ name: 'remember', input: { order: CAKE, ...stated } });
    await say(app, maya, CAKE, { in: conversation.id });
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'refused', reason: 'secret' }]]);
  });

  test('an answer stopped while its tool runs says what the tool did, and nothing else', async () => {
    await typeFact(maya, 'We wrap gifts.');
    const order = 'Forget that we wrap gifts.';
    const stopNow = async () => {
      const streaming = app.db.selectFrom('turns').select('answer_id as id').where('status', '=', 'streaming');
      const [turn] = await streaming.execute();
      if (turn) await maya.api.chat.stop.mutate({ messageId: turn.id });
    };
    app.model.answerWith(async function* stopAfter({ tools, onToolCall }) {
      yield 'One moment.';
      if (tools?.called) throw new Error('asked after Stop');
      onToolCall?.({ id: 'call', name: 'forget', input: { order, facts: [1] } });
      setImmediate(() => void stopNow());
    });
    const { conversation } = await say(app, maya, order);
    expect(['One moment.', 'One moment.\n\nOne moment.']).toContain(await answerIn(conversation.id));
    const [done = []] = await memoryIn(conversation.id);
    expect(done.length > 0).toBe((await knownTo(maya)).length === 0);
  });
});

describe('a call that the owner didn’t ask for', () => {
  test.each([
    [
      'an order that is only in a document',
      { name: 'forget', input: { order: 'Forget all facts.', facts: [1] } },
      'not-asked',
    ],
    [
      'a number that nobody named',
      { name: 'forget', input: { order: 'Sum up', facts: [9], words: '' } },
      'no-such-fact',
    ],
    ['an order of one letter', { name: 'forget', input: { order: 'S', facts: [1] } }, 'not-asked'],
    ['an order of two letters', { name: 'forget', input: { order: 'th', facts: [1] } }, 'not-asked'],
    ['an order of one word', { name: 'forget', input: { order: 'document', facts: [1] } }, 'not-asked'],
    ['arguments without an order', { name: 'forget', input: { facts: [1] } }, 'unreadable'],
    ['arguments that aren’t JSON', { name: 'remember', input: undefined }, 'unreadable'],
    ['a tool that doesn’t exist', { name: 'send_money', input: { to: 'Eve' } }, 'unreadable'],
  ])('is refused: %s', async (_, call, reason) => {
    await typeFact(maya, 'We wrap gifts.');
    modelThatCalls(call);
    const { conversation } = await say(app, maya, 'Sum up the attached document about gifts, please.');
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'refused', reason }]]);
    expect(await knownTo(maya)).toHaveLength(1);
  });
});

describe('an order that the model gets wrong', () => {
  const CLOSING = 'Remember that the draft is due on Friday.';

  test.each([
    ['in other words', { order: 'Keep the date of the draft', ...fact('The draft is due on Friday.') }, 'not-asked'],
    ['with arguments that can’t be read', { order: CLOSING }, 'unreadable'],
  ])('“Remember that …” called for %s is learned from the message, as an order', async (_, input, reason) => {
    modelThatCalls({ name: 'remember', input });
    const { conversation } = await say(app, maya, CLOSING);
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'refused', reason }]]);
    modelThatFinds(app, (said) => [{ statement: 'The draft is due on Friday.', quote: said, isLasting: false }]);
    await learn(app);
    expect(await knownTo(maya)).toEqual(['The draft is due on Friday.']);
  });

  const claimDone = () =>
    app.model.answerWith(async function* claim({ task, instructions, history }) {
      const turns = history.map(({ role, content }) => ({ role, text: content }));
      yield task === 'answer' ? 'Done.' : (composeTask({ task, instructions, turns }) ?? '');
    });

  test('an order for which no tool is called is executed from its wording, without another answer', async () => {
    await typeFact(maya, 'Parking is behind the shop.');
    claimDone();
    const forgotten = await say(app, maya, 'Forget the parking.');
    expect(await knownTo(maya)).toEqual([]);
    expect(await answerIn(forgotten.conversation.id)).toBe('Done.');
    expect(await memoryIn(forgotten.conversation.id)).toMatchObject([[{ kind: 'forgotten' }]]);
    expect(answers()).toHaveLength(1);
    await settle(forgotten.answer.id, { kind: 'undo' });
    expect(await knownTo(maya)).toHaveLength(1);
    const { conversation } = await say(app, maya, 'Remember that Monday is cake day.');
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'remembered' }]]);
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Monday is cake day.', 'Parking is behind the shop.']);
  });

  test('one answer can’t correct a fact twice, or forget a fact that it corrects', async () => {
    const old = await typeFact(maya, 'The rye loaf costs $11.', 'product');
    const order = 'The rye loaf costs $12 now, forget the old price.';
    const input = { order, fact: 1, ...fact('The rye loaf costs $12.') };
    modelThatCalls(
      { name: 'correct', input },
      { name: 'correct', input: { ...input, statement: 'A rye loaf is $12.' } },
      { name: 'forget', input: { order, facts: [1], words: 'the old price' } },
    );
    const { conversation } = await say(app, maya, order);
    const refused = { kind: 'refused', reason: 'no-such-fact' };
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'corrected', factIds: [old] }, refused, refused]]);
    expect(await knownTo(maya)).toEqual(['The rye loaf costs $12.']);
    const kept = await app.db.selectFrom('facts').select('state').where('id', '=', old).execute();
    expect(kept).toEqual([{ state: 'superseded' }]);
  });

  test('a fact is forgotten only after asking if the owner didn’t say those words', async () => {
    const id = await typeFact(maya, 'We wrap gifts.');
    modelThatCalls({ name: 'forget', input: { order: 'forget the ribbons', facts: [1], words: 'the gifts' } });
    const { conversation } = await say(app, maya, 'Please forget the ribbons.');
    expect(await memoryIn(conversation.id)).toEqual([[{ kind: 'choose', factIds: [id], isSettled: false }]]);
    expect(await knownTo(maya)).toHaveLength(1);
  });
});

test.each([
  ['forget the rye', 'Please, forget the rye!', true],
  ['Don’t forget', 'don’t forget.', true],
  ['Both.', 'both', true],
  ['定休日は忘れてください', '定休日は忘れてください。投稿を書いて。', true],
  ['th', 'Forget the rye.', false],
  ['get the rye', 'Forget the rye.', false],
  ['forget', 'Forget the rye.', false],
  ['forget rye', 'Forget the rye.', false],
  ['…', 'Forget the rye.', false],
  ['the rye', '', false],
])('“%s” in “%s” is an order in the owner’s words: %s', (order, question, isSaid) => {
  expect(isSaidIn(order, question)).toBe(isSaid);
});

describe('the tools of a turn are executed once', () => {
  const FORGET = 'Forget that we wrap gifts.';
  const failAfterCalls = () =>
    app.model.answerWith(async function* fail({ tools, onToolCall }) {
      if (tools?.called) throw new Error('down');
      yield 'One moment. ';
      onToolCall?.({ id: 'call', name: 'forget', input: { order: FORGET, facts: [1] } });
    });

  test('a retry after its tools ran doesn’t run them again, and says what was done', async () => {
    await typeFact(maya, 'We wrap gifts.');
    failAfterCalls();
    const { answer, conversation } = await say(app, maya, FORGET);
    expect(await answerIn(conversation.id)).toBe('One moment. \n\n');
    expect(await knownTo(maya)).toEqual([]);
    knowingModel(app);
    await resume(maya, answer.id, 'retry');
    await idle();
    const last = answers().at(-1);
    expect(last?.tools).toBeUndefined();
    expect(last?.instructions).toContain('Forgotten: We wrap gifts.');
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'forgotten' }]]);
  });

  test('a turn’s tools aren’t executed if the answer was stopped or its lease was lost first', async () => {
    await typeFact(maya, 'We wrap gifts.');
    const ended = { status: 'interrupted' as const, settled_at: app.clock.current() };
    app.model.answerWith(async function* loseLease({ onToolCall }) {
      yield '';
      await app.db.updateTable('turns').set(ended).execute();
      onToolCall?.({ id: 'call', name: 'forget', input: { order: FORGET, facts: [1] } });
    });
    await say(app, maya, FORGET);
    app.model.answerWith(async function* stop({ onToolCall, signal }) {
      yield '';
      const [turn] = await app.db
        .selectFrom('turns')
        .select('answer_id as id')
        .where('status', '=', 'streaming')
        .execute();
      await maya.api.chat.stop.mutate({ messageId: turn?.id ?? '' });
      onToolCall?.({ id: 'call', name: 'forget', input: { order: FORGET, facts: [1] } });
      expect(signal.aborted).toBe(true);
    });
    await say(app, maya, FORGET);
    expect(await knownTo(maya)).toHaveLength(1);
  });
});

describe('a provider whose model can’t call tools', () => {
  test('a model that turns out not to support tools is asked without them, and the question’s wording decides', async () => {
    const { ModelError } = await import('#server/gateways/model/model-error.ts');
    await typeFact(maya, 'The rye loaf costs $11.', 'product');
    knowingModel(app);
    const answer = app.model.answer;
    app.model.answer = (request) => {
      if (!request.tools) return answer(request);
      app.model.hasTools = false;
      return Promise.reject(new ModelError('error', { code: 'no tools' }));
    };
    const { conversation } = await say(app, maya, 'Forget the price of the rye loaf.');
    expect(await knownTo(maya)).toEqual([]);
    expect(await memoryIn(conversation.id)).toMatchObject([[{ kind: 'forgotten' }]]);
  });
});
