import { beforeAll, describe, expect, test } from 'vitest';
import { knowingModel, knownTo, say, typeFact } from '#tests/support/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { readChoice, readForgetOrder } from './forget-order.ts';

const candidates = [
  { id: 'a', number: 4, statement: 'A full groom costs $85 for large dogs.' },
  { id: 'b', number: 2, statement: 'A full groom costs $55 for small dogs.' },
  { id: 'c', number: 9, statement: 'A nail trim costs $14.' },
];

test.each([
  ['forget the first one', ['a']],
  ['Forget f2.', ['b']],
  ['[f9]', ['c']],
  ['the nail trim', ['c']],
  ['Die zweite bitte nicht', null],
  ['die zweite', ['b']],
  ['la última', ['c']],
  ['All three', ['a', 'b', 'c']],
  ['None of these', []],
  ['Nein', []],
  ['Yes, that one', null],
  ['Which one costs more?', null],
  ['Write a post about our nail trim and what it costs, please.', null],
])('after three candidates, “%s” means %j', (message, ids) => {
  expect(readChoice(message, candidates)?.map(({ id }) => id) ?? null).toEqual(ids);
});

test('“Yes, that one” means the only candidate, or nothing if there is none', () => {
  expect(readChoice('Yes, that one', candidates.slice(0, 1))).toEqual([candidates[0]]);
  expect(readChoice('Yes, that one', [])).toBeNull();
});

test.each([
  ['Forget that we ship to the UK', 'we ship to the UK', { isStatement: true, isEverything: false, numbers: [] }],
  ['Forget the shipping', 'the shipping', { isStatement: false, numbers: [] }],
  ['You can forget f4 and f7', 'f4 and f7', { numbers: [4, 7] }],
  ['Forget everything you know about us.', 'everything you know about us.', { isEverything: true }],
])('“%s” is read as an order to forget', (message, text, order) => {
  expect(readForgetOrder(message, text)).toMatchObject(order);
});

describe('without tools, forgetting', () => {
  let app: TestApp;
  let maya: Person;
  beforeAll(async () => {
    app = await createTestApp();
    maya = await aPerson(app, { plan: 'ultimate' });
    knowingModel(app);
  });
  const rye = 'The rye loaf costs $11.';
  const saturday = 'We are open on Saturdays from 8 to 2.';

  test.each([
    ['Forget the price of the rye loaf.', rye],
    ['Actually, forget our Saturday hours.', saturday],
    ['You can forget f1.', 'We wrap gifts.'],
    ['Delete the fact that we never discount sets', 'We never discount sets.'],
  ])('“%s” forgets the only fact that it may mean', async (said, statement) => {
    const owner = await aPerson(app, { plan: 'ultimate' });
    await typeFact(owner, statement, 'product');
    await typeFact(owner, 'The rye loaf weighs 2 lb.');
    await say(app, owner, said);
    expect(await knownTo(owner)).toEqual(['The rye loaf weighs 2 lb.']);
  });

  test('an order that fits several facts asks which one, and the reply forgets it', async () => {
    for (const statement of [rye, 'The rye loaf weighs 2 lb.']) await typeFact(maya, statement, 'product');
    const { conversation } = await say(app, maya, 'Forget the rye loaf.');
    expect(await knownTo(maya)).toHaveLength(2);
    const { memory } = await maya.api.brain.ofConversation.query({ conversationId: conversation.id });
    expect(memory[0]?.actions).toMatchObject([{ kind: 'choose', isSettled: false }]);
    await say(app, maya, 'The price.', { in: conversation.id });
    expect(await knownTo(maya)).toEqual(['The rye loaf weighs 2 lb.']);
  });
});
