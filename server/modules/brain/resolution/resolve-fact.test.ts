import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { messagesUsed, type Person } from '#tests/support/chat.ts';
import { learn } from '#tests/support/jobs.ts';
import {
  fillBrain,
  knowingModel,
  knownTo,
  lastPrompt,
  modelThatFinds,
  say,
  tell,
  typeFact,
} from '#tests/support/brain/brain.ts';
import { addFile } from '#tests/support/brain/sources.ts';
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

const rows = () => app.db.selectFrom('facts').selectAll().orderBy('number').execute();
/** The id of the fact with this number. */
const numbered = async (number: number) => (await rows()).find((row) => row.number === number)?.id ?? '';

describe('a message that is read late', () => {
  test('replaces nothing that was said after it', async () => {
    // Both ways of asking for it fail.
    let failures = 2;
    modelThatFinds(app, (said) => (said.includes('$42') && failures-- > 0 ? 'broken' : null));
    await tell(app, maya, 'The large bowl is $42.');
    app.clock.advance(60_000);
    await tell(app, maya, 'The large bowl is $45.');
    await maya.api.brain.readAgain.mutate();
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $45.']);
    expect((await rows()).map(({ state }) => state)).toEqual(['confirmed', 'superseded']);
  });

  test.each([
    ['was made private meanwhile', 'private'],
    ['was deleted meanwhile', 'deleted'],
  ])('teaches nothing if its conversation %s', async (_, what) => {
    const { conversation } = await say(app, maya, 'The large bowl is $42.');
    const conversationId = conversation.id;
    modelThatFinds(app, () => null);
    const { answer } = app.model;
    app.model.answer = async (request) => {
      if (what === 'private') await maya.api.chat.setPrivate.mutate({ conversationId, isPrivate: true });
      else await maya.api.chat.deleteConversation.mutate({ conversationId });
      return answer(request);
    };
    await learn(app);
    expect(await knownTo(maya)).toEqual([]);
  });

  test('teaches nothing if its owner has reworded it', async () => {
    const first = await say(app, maya, 'The large bowl is $420.');
    await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'emmie',
      conversationId: first.conversation.id,
      text: 'The large bowl is $42.',
      replaces: first.answer.id,
    });
    await app.container.services.runner.idle();
    await learn(app);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });
});

describe('three prices, one after the other', () => {
  beforeEach(async () => {
    for (const price of ['$42', '$45', '$50']) await tell(app, maya, `The large bowl is ${price}.`);
  });

  test('are one fact; undoing the middle one changes nothing about the newest', async () => {
    await maya.api.brain.undo.mutate({ factId: await numbered(2) });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $50.']);
    await maya.api.brain.bringBack.mutate({ factId: await numbered(1) });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });

  test('are still one fact when the oldest is brought back', async () => {
    await maya.api.brain.bringBack.mutate({ factId: await numbered(1) });
    expect(await knownTo(maya)).toEqual(['Large bowl costs $42.']);
  });

  test('can be erased once they are replaced, and not before', async () => {
    await maya.api.brain.erase.mutate({ factId: await numbered(1) });
    await expect(maya.api.brain.erase.mutate({ factId: await numbered(3) })).rejects.toThrow();
    expect((await rows()).map(({ number }) => number)).toEqual([2, 3]);
  });
});

describe('a fact', () => {
  test('that was forgotten and told differently is in conflict with that when it is brought back', async () => {
    await tell(app, maya, 'The large bowl is $42.');
    await maya.api.brain.forget.mutate({ factId: await numbered(1) });
    await tell(app, maya, 'The large bowl is $45.');
    await maya.api.brain.bringBack.mutate({ factId: await numbered(1) });
    const { conflicts } = await maya.api.brain.overview.query();
    expect(conflicts.map(({ facts }) => facts.map(({ value }) => value))).toEqual([['$45', '$42']]);
  });

  test('that two tabs correct has the later wording, and a repeated correction changes nothing', async () => {
    const factId = await typeFact(maya, 'Bowls cost $42.');
    const first = { id: randomUUID(), factId, statement: 'Bowls cost $45.' };
    await maya.api.brain.correct.mutate(first);
    await maya.api.brain.correct.mutate({ id: randomUUID(), factId, statement: 'Bowls cost $50.' });
    expect(await knownTo(maya)).toEqual(['Bowls cost $50.']);
    await maya.api.brain.bringBack.mutate({ factId });
    await maya.api.brain.correct.mutate(first);
    expect(await knownTo(maya)).toEqual(['Bowls cost $42.']);
    await maya.api.brain.correct.mutate({ ...first, id: factId });
    expect(await knownTo(maya)).toEqual(['Bowls cost $42.']);
  });

  test('that replaces a pinned one is pinned', async () => {
    await tell(app, maya, 'The large bowl is $42.');
    await maya.api.brain.pin.mutate({ factId: await numbered(1), isPinned: true });
    await tell(app, maya, 'The large bowl is $45.');
    expect((await maya.api.brain.list.query({})).facts[0]).toMatchObject({ value: '$45', isPinned: true });
  });

  test('doesn’t replace another that may be true as well', async () => {
    modelThatFinds(app, (said) => [{ statement: said, subject: 'Team', value: said.split(' ')[0], kind: 'people' }]);
    await tell(app, maya, 'Jonas packs the orders.');
    await tell(app, maya, 'Ana keeps the books.');
    expect(await knownTo(maya)).toHaveLength(2);
  });

  test('for a while leaves what is always true alone, and is gone when it is over', async () => {
    app.clock.set('2026-11-16T12:00:00Z');
    await tell(app, maya, 'The large bowl is $42.');
    await tell(app, maya, 'The large bowl is $30 until 2026-11-20.');
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).toContain('$30. (said; November 16; holds until 2026-11-20)');
    app.clock.set('2026-11-25T12:00:00Z');
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).toContain('costs $42');
    expect(lastPrompt(app)).not.toContain('$30');
  });

  test('from a later day on leaves today’s alone', async () => {
    await tell(app, maya, 'The large bowl is $42.');
    const about = { subject: 'Large bowl', attribute: 'price', kind: 'product' as const };
    const price = { ...about, statement: 'Large bowl costs $45.', value: '$45' };
    modelThatFinds(app, (said) =>
      said.includes('January') ? [{ ...price, validFrom: '2027-01-01', relation: 'replaces', relatedTo: 1 }] : null,
    );
    await tell(app, maya, 'From January 1 the large bowl costs $45.');
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).toContain('costs $42');
    expect(lastPrompt(app)).toContain('from 2027-01-01');
  });
});

describe('a conflict', () => {
  test('a conflict with a document ends once the owner says what is right, whichever side they take', async () => {
    await tell(app, maya, 'The large bowl is $42.');
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n');
    expect(await maya.api.brain.openConflicts.query()).toBe(1);
    await tell(app, maya, 'The large bowl is $50.');
    expect(await maya.api.brain.openConflicts.query()).toBe(0);
    expect(await knownTo(maya)).toEqual(['Large bowl costs $50.']);
  });

  test('is given with both sides, whichever of them fits the question', async () => {
    const ids = [
      await typeFact(maya, 'Standard shipping takes three days.', 'product'),
      await typeFact(maya, 'Parcels arrive within a week.', 'product'),
    ];
    await fillBrain(app, maya);
    await app.db
      .updateTable('facts')
      .set({ state: 'conflict', conflict_id: randomUUID() })
      .where('id', 'in', ids)
      .execute();
    await say(app, maya, 'How long does shipping take?');
    expect(lastPrompt(app)).toContain('Parcels arrive within a week. (typed');
  });
});

describe('what the model finds', () => {
  test.each([
    ['with a quote that could stand anywhere', { statement: 'The shop has employees.', quote: 'a' }],
    ['with a number that nobody said', { statement: 'The shop has 12 employees.', quote: 'What a day it was' }],
  ])('%s is not kept', async (_, found) => {
    modelThatFinds(app, () => [found]);
    await tell(app, maya, 'What a day it was!');
    expect(await knownTo(maya)).toEqual([]);
  });

  test('is kept without characters that no table holds and no screen should obey', async () => {
    modelThatFinds(app, () => [{ statement: 'We fire\u0000 \u202Etwice.', quote: 'We fire' }]);
    await tell(app, maya, 'We fire twice.');
    expect(await knownTo(maya)).toEqual(['We fire twice.']);
  });

  test('is paid for even if its answer breaks off', async () => {
    await begin({ AI_PRICE_INPUT_USD: '0', AI_PRICE_OUTPUT_USD: '1000', AI_DAILY_CAP_PER_PERSON_USD: '50' });
    await say(app, maya, 'Hello');
    const spent = async () =>
      (await app.db.selectFrom('model_spending').select('micro_usd as spent').executeTakeFirstOrThrow()).spent;
    const before = await spent();
    app.model.answerWith(async function* breakOff() {
      yield 'x '.repeat(8_000);
      throw new Error('cut off');
    });
    await learn(app);
    expect(await spent()).toBeGreaterThan(before + 1_000_000);
    expect(await messagesUsed(maya)).toBe(1);
  });
});

test('the 21st pinned fact is given if the question is about it', async () => {
  for (let n = 1; n <= 21; n += 1) {
    const factId = await typeFact(maya, n === 1 ? 'Espresso cups cost $19.' : `Rule number ${n}.`);
    await maya.api.brain.pin.mutate({ factId, isPinned: true });
    app.clock.advance(1_000);
  }
  await say(app, maya, 'What do espresso cups cost?');
  expect(lastPrompt(app)).toContain('Espresso cups cost $19.');
});
