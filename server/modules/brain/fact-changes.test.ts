import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { FACTS_PAGE, FACTS_PER_KIND } from '#contract/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { fillBrain, knowingModel, knownTo, lastPrompt, say, typeFact } from '#tests/support/brain/brain.ts';
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
