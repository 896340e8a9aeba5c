import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { FACTS_PAGE, FACTS_PER_KIND } from '#contract/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { addSaid, fillBrain, knowingModel, knownTo, lastPrompt, say, typeFact } from '#tests/support/brain/brain.ts';
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

const one = async (id: string) => app.db.selectFrom('facts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Two facts that disagree. */
async function aConflict() {
  const ids = [await typeFact(maya, 'Bowls cost $38.'), await typeFact(maya, 'Bowls cost $42.')] as const;
  const conflictId = randomUUID();
  await app.db
    .updateTable('facts')
    .set({ state: 'conflict', conflict_id: conflictId })
    .where('id', 'in', ids)
    .execute();
  return { ids, conflictId };
}

describe('a fact that its owner typed', () => {
  test('is added once, however often it is sent, and a secret is refused', async () => {
    const fact = { id: randomUUID(), kind: 'policy' as const, statement: 'We never discount sets.' };
    await Promise.all([maya.api.brain.add.mutate(fact), maya.api.brain.add.mutate(fact)]);
    expect(await knownTo(maya)).toEqual(['We never discount sets.']);
    await maya.api.brain.forget.mutate({ factId: fact.id });
    expect(await maya.api.brain.add.mutate(fact), 'not even after it was forgotten').toMatchObject({ isAdded: false });
    expect(await maya.api.brain.add.mutate({ ...fact, id: randomUUID() })).toMatchObject({ isAdded: true });
    const secret = { ...fact, id: randomUUID(), statement: 'The password is kiln-1234.' };
    expect(await refusal(maya.api.brain.add.mutate(secret))).toBe('FACT_HOLDS_SECRET');
  });

  test('may hold the guest Wi-Fi or the business’s account if its owner says that is okay to share, and no other secret', async () => {
    const wifi = { id: randomUUID(), kind: 'policy' as const, statement: 'Guest Wi-Fi: HarvestGuest / Bread4All' };
    expect(await refusal(maya.api.brain.add.mutate(wifi))).toBe('FACT_MAY_BE_SHARED');
    await maya.api.brain.add.mutate({ ...wifi, isOkayToShare: true });
    await say(app, maya, 'Make a sign with the guest Wi-Fi.');
    expect(lastPrompt(app)).toContain('HarvestGuest / Bread4All');
    const id = randomUUID();
    const reworded = { id: randomUUID(), factId: wifi.id, statement: 'Wi-Fi for guests: HarvestGuest / Bread4All' };
    await maya.api.brain.correct.mutate(reworded);
    const corrected = 'Guest Wi-Fi: HarvestGuest / Rye&Wheat77';
    const correction = { id, factId: wifi.id, statement: corrected };
    expect(await refusal(maya.api.brain.correct.mutate(correction)), 'it’s another one').toBe('FACT_MAY_BE_SHARED');
    await maya.api.brain.correct.mutate({ ...correction, isOkayToShare: true });
    const [fact] = (await maya.api.brain.list.query({})).facts;
    expect(fact).toMatchObject({ id, statement: corrected, isShareable: true });
    expect(fact?.subject).not.toContain('Wheat77');
    for (const statement of ['The PIN for the safe is 2580.', 'Our card is 4242 4242 4242 4242.'])
      expect(
        await refusal(maya.api.brain.add.mutate({ ...wifi, id: randomUUID(), statement, isOkayToShare: true })),
      ).toBe('FACT_HOLDS_SECRET');
  });

  test('an old fact, saved before secrets were detected, appears in prompts without its secret', async () => {
    const id = await typeFact(maya, 'The bakery sells rye bread.');
    await app.db
      .updateTable('facts')
      .set({ statement: 'The bakery safe code is 2580.' })
      .where('id', '=', id)
      .execute();
    await say(app, maya, 'What does the bakery sell?');
    expect(lastPrompt(app)).toContain('The bakery safe code is [left out].');
  });

  test('gets a number of its own even if twenty are added at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => typeFact(maya, `Fact ${n}.`)));
    const rows = await app.db.selectFrom('facts').select('number').execute();
    expect(new Set(rows.map(({ number }) => number)).size).toBe(20);
  });

  test('corrected is another fact in its place, pinned if it was, and can be brought back', async () => {
    const old = await typeFact(maya, 'Orders over $90 ship free.');
    await maya.api.brain.pin.mutate({ factId: old, isPinned: true });
    const id = randomUUID();
    const correction = { id, factId: old, statement: 'Orders over $80 ship free.' };
    await maya.api.brain.correct.mutate(correction);
    await maya.api.brain.correct.mutate(correction);
    expect(await knownTo(maya)).toEqual(['Orders over $80 ship free.']);
    expect(await one(id)).toMatchObject({ is_pinned: true, state: 'confirmed' });
    expect(await one(old)).toMatchObject({ state: 'superseded', superseded_by: id });
    await maya.api.brain.bringBack.mutate({ factId: old });
    expect(await knownTo(maya)).toEqual(['Orders over $90 ship free.']);
    expect(await one(id)).toMatchObject({ state: 'superseded', superseded_by: old });
  });

  test('and pinned is in every prompt; forgotten, it is in none from the next message on', async () => {
    await fillBrain(app, maya);
    const id = await typeFact(maya, 'We write in the first person.', 'product');
    await say(app, maya, 'Plan the week.');
    expect(lastPrompt(app)).not.toContain('first person.');
    await maya.api.brain.pin.mutate({ factId: id, isPinned: true });
    await say(app, maya, 'Plan the week.');
    expect(lastPrompt(app)).toContain('We write in the first person.');
    await maya.api.brain.forget.mutate({ factId: id });
    await say(app, maya, 'Plan the week.');
    expect(lastPrompt(app)).not.toContain('We write in the first person.');
    expect(await knownTo(maya)).not.toContain('We write in the first person.');
  });

  test('is not used once its last day is over where its owner is', async () => {
    const id = await typeFact(maya, 'The kiln sale has free shipping.', 'date');
    await app.db.updateTable('facts').set({ valid_until: '2026-11-16' }).where('id', '=', id).execute();
    app.clock.set('2026-11-16T23:30:00Z');
    await say(app, maya, 'What about the kiln sale?');
    expect(lastPrompt(app)).toContain('The kiln sale has free shipping.');
    await maya.api.profile.updatePreferences.mutate({
      language: '',
      timeZone: 'Asia/Tokyo',
      emailsAboutSignIns: true,
    });
    await say(app, maya, 'What about the kiln sale?');
    expect(lastPrompt(app)).not.toContain('The kiln sale has free shipping.');
  });
});

describe('a fact', () => {
  test('a fact’s property and days can change without its wording, and a later first day makes it begin again', async () => {
    const factId = await typeFact(maya, 'Bowls cost $42.', 'product');
    await app.db.updateTable('facts').set({ valid_from: '2026-11-01', has_begun: true }).execute();
    const about = { factId, attribute: ' wholesale price ', validFrom: '2026-12-01', validUntil: '2026-12-24' };
    await maya.api.brain.describe.mutate(about);
    expect((await maya.api.brain.list.query({})).facts).toMatchObject([
      {
        id: factId,
        statement: 'Bowls cost $42.',
        attribute: 'wholesale price',
        validFrom: '2026-12-01',
        validUntil: '2026-12-24',
      },
    ]);
    expect((await one(factId)).has_begun).toBe(false);
    expect(await refusal(maya.api.brain.describe.mutate({ ...about, validUntil: '2026-11-30' }))).toBe('INVALID_INPUT');
    const secret = { ...about, attribute: 'password is kiln-1234' };
    expect(await refusal(maya.api.brain.describe.mutate(secret))).toBe('FACT_HOLDS_SECRET');
  });

  test('says what it replaced and until when, through all corrections', async () => {
    let factId = await typeFact(maya, 'Bowls cost $38.');
    for (const price of ['$40', '$42']) {
      app.clock.advance(86_400_000);
      const id = randomUUID();
      await maya.api.brain.correct.mutate({ id, factId, statement: `Bowls cost ${price}.` });
      factId = id;
    }
    const [fact] = (await maya.api.brain.list.query({})).facts;
    expect(fact?.history.map(({ statement, until }) => [statement, until.slice(0, 10)])).toEqual([
      ['Bowls cost $40.', '2026-11-18'],
      ['Bowls cost $38.', '2026-11-17'],
    ]);
    expect(fact?.replaced).toEqual(fact?.history[0]);
    await app.db.updateTable('facts').set({ valid_from: '2026-12-01' }).where('id', '=', factId).execute();
    expect((await maya.api.brain.list.query({})).facts[0]?.replaced?.until, 'a plain day').toBe('2026-12-01');
  });

  test('counts as much as before once Undo has restored it, and is confirmed if its owner brings it back', async () => {
    await addSaid(app, maya, ['Rye is $11.'], { source: 'automation', state: 'suggested' });
    await addSaid(app, maya, ['Spelt is $8.']);
    const ids = (await maya.api.brain.list.query({})).facts.map(({ id }) => id);
    const brought = async () =>
      (await maya.api.brain.list.query({})).facts.map(({ state, isSaid }) => ({ state, isSaid }));
    const before = await brought();
    await maya.api.brain.forgetFacts.mutate({ factIds: ids });
    await maya.api.brain.bringBackFacts.mutate({ factIds: ids });
    expect(await brought()).toEqual(before);
    await maya.api.brain.forgetFacts.mutate({ factIds: ids });
    for (const factId of ids) await maya.api.brain.bringBack.mutate({ factId });
    expect(await brought()).toEqual(ids.map(() => ({ state: 'confirmed', isSaid: false })));
  });
});

describe('facts that may have been replaced by mistake', () => {
  test('are listed until they are brought back beside what replaced them, or the list is dismissed', async () => {
    const lost = [await typeFact(maya, 'The loaf costs $9.'), await typeFact(maya, 'The loaf serves 4.')];
    const by = await typeFact(maya, 'The loaf weighs 2 lb.');
    await app.db
      .updateTable('facts')
      .set({ state: 'superseded', superseded_by: by, is_doubtful: true })
      .where('id', 'in', lost)
      .execute();
    const doubtful = async () =>
      (await maya.api.brain.overview.query()).doubtful.map(({ fact, replacedBy }) => [fact.statement, replacedBy]);
    expect(await doubtful()).toEqual([
      ['The loaf serves 4.', 'The loaf weighs 2 lb.'],
      ['The loaf costs $9.', 'The loaf weighs 2 lb.'],
    ]);
    await maya.api.brain.bringBack.mutate({ factId: lost[0] ?? '' });
    expect(await knownTo(maya)).toEqual(['The loaf weighs 2 lb.', 'The loaf costs $9.']);
    expect(await doubtful()).toHaveLength(1);
    await maya.api.brain.dismissDoubts.mutate();
    expect(await doubtful()).toEqual([]);
  });

  test.each([
    ['is asked about if both give the same figure', 'The loaf is $10 now.', '$10', 1],
    ['stands beside it if the figures are of another kind', 'The loaf weighs 2 lb.', '2 lb', 0],
    ['stands beside it if they are of another size', 'The large loaf is $12.', '$12', 0],
  ])('a fact without a property that is brought back %s', async (_, statement, value, conflicts) => {
    await addSaid(app, maya, ['The loaf costs $9.'], { subject: 'Loaf', value: '$9' });
    await addSaid(app, maya, [statement], { subject: 'Loaf', value });
    const [by, old] = (await maya.api.brain.list.query({})).facts.map(({ id }) => id);
    const replaced = { state: 'superseded', superseded_by: by ?? '', is_doubtful: true } as const; // reason: a column's values
    await app.db
      .updateTable('facts')
      .set(replaced)
      .where('id', '=', old ?? '')
      .execute();
    await maya.api.brain.bringBack.mutate({ factId: old ?? '' });
    expect(await knownTo(maya)).toHaveLength(2);
    expect(await maya.api.brain.openConflicts.query()).toBe(conflicts);
  });
});

describe('a conflict', () => {
  test('a conflict is settled for one side, for both, or for neither', async () => {
    const { ids, conflictId } = await aConflict();
    const [older, newer] = ids;
    await maya.api.brain.resolve.mutate({ conflictId, right: { factId: newer } });
    expect(await one(newer)).toMatchObject({ state: 'confirmed', conflict_id: null });
    expect(await one(older)).toMatchObject({ state: 'superseded', superseded_by: newer });
    expect(await refusal(maya.api.brain.resolve.mutate({ conflictId, right: 'all' }))).toBe('NOT_FOUND');
    const both = await aConflict();
    await maya.api.brain.resolve.mutate({ conflictId: both.conflictId, right: 'all' });
    expect((await one(both.ids[0])).state).toBe('confirmed');
    const neither = await aConflict();
    const foreign = { conflictId: neither.conflictId, right: { factId: older } };
    expect(await refusal(maya.api.brain.resolve.mutate(foreign))).toBe('NOT_FOUND');
    await maya.api.brain.resolve.mutate({ conflictId: neither.conflictId, right: 'none' });
    expect((await one(neither.ids[1])).state).toBe('forgotten');
    expect(await maya.api.brain.openConflicts.query()).toBe(0);
  });

  test('is over when one side is forgotten, or corrected', async () => {
    const first = await aConflict();
    await maya.api.brain.forget.mutate({ factId: first.ids[0] });
    expect(await one(first.ids[1])).toMatchObject({ state: 'confirmed', conflict_id: null });
    const second = await aConflict();
    await maya.api.brain.correct.mutate({ id: randomUUID(), factId: second.ids[1], statement: 'Bowls cost $45.' });
    expect(await one(second.ids[0])).toMatchObject({ state: 'superseded', conflict_id: null });
    expect(await maya.api.brain.openConflicts.query()).toBe(0);
  });
});

describe('the lists', () => {
  test('show a few of each kind with their counts, and all of them a page at a time', async () => {
    for (let n = 1; n <= FACTS_PAGE + 3; n += 1) await typeFact(maya, `Bowl number ${n}.`, 'product');
    await typeFact(maya, 'We close at four.', 'people');
    const { kinds, count, sources } = await maya.api.brain.overview.query();
    expect(kinds.map(({ kind, count: of, facts }) => [kind, of, facts.length])).toEqual([
      ['product', FACTS_PAGE + 3, FACTS_PER_KIND],
      ['people', 1, 1],
    ]);
    expect(count).toBe(FACTS_PAGE + 4);
    expect(sources).toEqual([
      { source: 'message', count: 0 },
      { source: 'typed', count: FACTS_PAGE + 4 },
      { source: 'automation', count: 0 },
    ]);
    const first = await maya.api.brain.list.query({ kind: 'product' });
    const rest = await maya.api.brain.list.query({ kind: 'product', cursor: first.next });
    expect([first.facts.length, rest.facts.length, rest.next]).toEqual([FACTS_PAGE, 3, null]);
    expect(await refusal(maya.api.brain.list.query({ cursor: 2 ** 31 }))).toBe('INVALID_INPUT');
    expect((await maya.api.brain.list.query({ text: 'number 7.' })).facts).toHaveLength(1);
    expect((await maya.api.brain.list.query({ text: '100%' })).facts).toEqual([]);
  });
});
