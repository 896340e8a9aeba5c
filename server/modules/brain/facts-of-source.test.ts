import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { knowingModel, typeFact } from '#tests/support/brain/brain.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import type { Person } from '#tests/support/chat.ts';
import { learn } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const openIn = (sourceId: string) => maya.api.brain.sources.facts.query({ sourceId });
const statements = (open: readonly { fact: { statement: string } }[]) => open.map(({ fact }) => fact.statement);
const live = async () => (await maya.api.brain.list.query({})).facts;

describe('SOURCE-44: the facts of a file', () => {
  test('the facts of a file are listed by what confirming them would change', async () => {
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n', { name: 'old.csv' });
    await typeFact(maya, 'The gift set costs $68.', 'product');
    await learn(app);
    const file = await addFile(app, maya, 'Item,Price\nLarge bowl,$42\nGift set,$64\nMug,$12\n', { name: 'new.csv' });
    const groups = await openIn(file.id);
    expect(statements(groups.replaces)).toEqual(['Large bowl costs $42.']);
    expect(groups.replaces[0]?.rivals.map(({ value }) => value)).toEqual(['$38']);
    expect(statements(groups.unsure)).toEqual(['Gift set costs $64.']);
    expect(statements(groups.new)).toEqual(['Mug costs $12.']);
  });

  test('confirmed together, they replace what other documents say, and the owner’s word only if picked', async () => {
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n', { name: 'old.csv' });
    await typeFact(maya, 'The gift set costs $68.', 'product');
    await learn(app);
    const file = await addFile(app, maya, 'Item,Price\nLarge bowl,$42\nGift set,$64\nMug,$12\n', { name: 'new.csv' });
    const groups = await openIn(file.id);
    const factIds = [...groups.replaces, ...groups.new].map(({ fact }) => fact.id);
    await maya.api.brain.sources.confirmFacts.mutate({ sourceId: file.id, factIds });
    const known = await live();
    const stateOf = (statement: string) => known.find((fact) => fact.statement === statement)?.state;
    expect(stateOf('Large bowl costs $42.')).toBe('confirmed');
    expect(stateOf('Large bowl costs $38.')).toBeUndefined();
    expect(stateOf('Mug costs $12.')).toBe('confirmed');
    expect(stateOf('The gift set costs $68.')).toBe('conflict');
    await maya.api.brain.sources.confirmFacts.mutate({
      sourceId: file.id,
      factIds: groups.unsure.map(({ fact }) => fact.id),
    });
    expect((await live()).map(({ statement }) => statement)).not.toContain('The gift set costs $68.');
    expect(await openIn(file.id)).toEqual({ replaces: [], unsure: [], new: [] });
  });

  test('confirming has Undo: they are suggested again, and what they replaced is back', async () => {
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n', { name: 'old.csv' });
    await typeFact(maya, 'The gift set costs $68.', 'product');
    await learn(app);
    const file = await addFile(app, maya, 'Item,Price\nLarge bowl,$42\nGift set,$64\nMug,$12\n', { name: 'new.csv' });
    const [open, before] = [await openIn(file.id), await live()];
    const factIds = [...open.replaces, ...open.unsure, ...open.new].map(({ fact }) => fact.id);
    const { confirmed, replaced } = await maya.api.brain.sources.confirmFacts.mutate({ sourceId: file.id, factIds });
    expect([confirmed.toSorted(), replaced.length]).toEqual([factIds.toSorted(), 2]);
    const noor = await aPerson(app, { plan: 'ultimate' });
    const undo = { sourceId: file.id, factIds: confirmed, replacedIds: replaced };
    await expect(noor.api.brain.sources.unconfirmFacts.mutate(undo)).rejects.toThrow();
    await maya.api.brain.sources.unconfirmFacts.mutate(undo);
    const states = (known: typeof before) => known.map(({ id, state }) => `${id} ${state}`).toSorted();
    expect(states(await live())).toEqual(states(before));
    const again = await openIn(file.id);
    for (const group of ['replaces', 'unsure', 'new'] as const)
      expect(statements(again[group]).toSorted()).toEqual(statements(open[group]).toSorted());
    expect(again.replaces[0]?.rivals.map(({ value }) => value)).toEqual(['$38']);
  });

  test('two facts of a file that contradict each other aren’t both confirmed, and stay open', async () => {
    const file = await addFile(app, maya, 'Item,Price\nLarge bowl,$42\nMug,$12\n', { name: 'new.csv' });
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n', { name: 'old.csv' });
    await app.db.updateTable('facts').set({ source_id: file.id }).where('user_id', '=', maya.userId).execute();
    const groups = await openIn(file.id);
    expect(statements(groups.unsure)).toHaveLength(2);
    const factIds = [...groups.unsure, ...groups.new].map(({ fact }) => fact.id);
    const { confirmed } = await maya.api.brain.sources.confirmFacts.mutate({ sourceId: file.id, factIds });
    expect(confirmed).toHaveLength(1);
    expect(statements((await openIn(file.id)).unsure)).toHaveLength(2);
  });

  test('if one of them isn’t the file’s, or is another person’s, none is confirmed', async () => {
    const file = await addFile(app, maya, 'Item,Price\nMug,$12\n');
    const own = await typeFact(maya, 'We open at 10.');
    const [open] = (await openIn(file.id)).new;
    for (const other of [own, randomUUID()])
      await expect(
        maya.api.brain.sources.confirmFacts.mutate({ sourceId: file.id, factIds: [open?.fact.id ?? '', other] }),
      ).rejects.toThrow();
    expect((await openIn(file.id)).new).toHaveLength(1);
    const noor = await aPerson(app, { plan: 'ultimate' });
    await expect(noor.api.brain.sources.facts.query({ sourceId: file.id })).rejects.toThrow();
  });
});
