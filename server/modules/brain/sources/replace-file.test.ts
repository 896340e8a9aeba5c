import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { knowingModel, knownTo, lastPrompt, typeFact } from '#tests/support/brain/brain.ts';
import { sourceOf, upload } from '#tests/support/brain/sources.ts';
import type { Person } from '#tests/support/chat.ts';
import { learn, readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const SPRING = 'Item,Price\nLarge bowl,$38\nMug,$30\nEspresso cup,$64\nGift set,$66\n';
const FALL = 'Item,Price\nLarge bowl,$42\nMug,$30\nSoap dish,$22\nGift set,$64\n';

async function add(content: string, { name = 'prices.csv', holdNewVersion = true } = {}) {
  const response = await upload(maya, content, { name, holdNewVersion });
  const { source } = (await response.json()) as { source: { id: string } }; // reason: what the edge answers
  await readSources(app);
  return source.id;
}
const confirmAll = async (sourceId: string) => {
  const { new: open } = await maya.api.brain.sources.facts.query({ sourceId });
  await maya.api.brain.sources.confirmFacts.mutate({ sourceId, factIds: open.map(({ fact }) => fact.id) });
};
const compare = (sourceId: string) => maya.api.brain.sources.compare.query({ sourceId });
const replace = (sourceId: string, gone: 'forget' | 'keep' = 'forget') =>
  maya.api.brain.sources.replace.mutate({ sourceId, gone });

describe('SOURCE-45: a new version of a file', () => {
  test('a new version is held, and nothing of it is used, until its owner says what to do', async () => {
    await add(SPRING);
    const held = await add(FALL);
    await learn(app);
    expect(await sourceOf(maya, held)).toMatchObject({ scope: 'held', factCount: 0 });
    expect(await knownTo(maya)).not.toContain('Large bowl costs $42.');
    expect(await add('Item,Price\nTea bowl,$34\n', { holdNewVersion: false })).not.toBe(held);
  });

  test('the comparison says what changes, what is new and gone, and what stays because the owner said so', async () => {
    await add(SPRING);
    await typeFact(maya, 'The gift set costs $68.', 'product');
    await learn(app);
    const compared = await compare(await add(FALL));
    expect(compared.counts).toEqual({ changed: 2, added: 1, gone: 1, same: 1 });
    expect(compared.changed[0]).toEqual({ item: 'Large bowl', label: 'Price', before: '$38', value: '$42' });
    expect([compared.added, compared.gone]).toEqual([['Soap dish, $22'], ['Espresso cup, $64']]);
    expect(compared.kept).toMatchObject([{ item: 'Gift set', theirs: '$64', fact: { value: '$68' } }]);
  });

  test('after replacing, facts that the new version restates are updated, and none is in conflict', async () => {
    const first = await add(SPRING);
    await confirmAll(first);
    const second = await add(FALL);
    await replace(second);
    await learn(app);
    expect((await knownTo(maya)).toSorted()).toEqual([
      'Gift set costs $64.',
      'Large bowl costs $42.',
      'Mug costs $30.',
      'Soap dish costs $22.',
    ]);
    expect((await maya.api.brain.overview.query()).conflicts).toEqual([]);
    const { sources, storage } = await maya.api.brain.sources.list.query();
    expect(sources).toMatchObject([{ id: first, scope: 'team', name: 'prices.csv' }]);
    expect(storage.usedBytes).toBe(FALL.length);
    expect(await (await maya.request(`/brain/files/${first}`)).text()).toBe(FALL);
  });

  test('what is gone from the file can be kept as the owner’s own', async () => {
    await add(SPRING);
    const second = await add(FALL);
    await replace(second, 'keep');
    await learn(app);
    const { facts } = await maya.api.brain.list.query({});
    expect(facts.find(({ statement }) => statement === 'Espresso cup costs $64.')).toMatchObject({
      state: 'confirmed',
    });
  });

  test('facts about rows that are still in the file stay when others about the same item are gone', async () => {
    const first = await add('Item,Size,Price\nLarge bowl,S,$10\nLarge bowl,M,$20\nMug,S,$30\n');
    await learn(app);
    const all = async () => (await maya.api.brain.list.query({})).facts;
    const [small, medium] = ['$10', '$20'].map((value) => value);
    for (const fact of await all())
      await app.db.updateTable('facts').set({ subject: 'Bowls of the shop' }).where('id', '=', fact.id).execute();
    const open = await maya.api.brain.sources.facts.query({ sourceId: first });
    const factIds = [...open.replaces, ...open.unsure, ...open.new].map(({ fact }) => fact.id);
    for (const id of factIds) await maya.api.brain.sources.confirmFacts.mutate({ sourceId: first, factIds: [id] });
    const before = (await all()).map(({ statement }) => statement);
    expect(before.join()).toContain(medium);
    await replace(await add('Item,Size,Price\nLarge bowl,S,$10\nMug,S,$30\n'));
    const after = (await all()).map(({ statement }) => statement).join();
    expect(after).toContain(small);
    expect(after).not.toContain(medium);
  });

  test('what the owner forgot isn’t suggested again after a replacement', async () => {
    const first = await add(SPRING);
    await learn(app);
    const { new: open } = await maya.api.brain.sources.facts.query({ sourceId: first });
    const mug = open.find(({ fact }) => fact.statement === 'Mug costs $30.');
    await maya.api.brain.forgetFacts.mutate({ factIds: [mug?.fact.id ?? ''] });
    await replace(await add(FALL));
    await learn(app);
    expect(await knownTo(maya)).toContain('Soap dish costs $22.');
    expect(await knownTo(maya)).not.toContain('Mug costs $30.');
  });

  test('the same new version again is the one that is held', async () => {
    await add(SPRING);
    const held = await add(FALL);
    expect(await add(FALL)).toBe(held);
    expect((await maya.api.brain.sources.list.query()).sources).toHaveLength(2);
  });

  test('a new version is in no prompt while it is held, even if a question names it', async () => {
    await add(SPRING);
    const held = await add(FALL);
    const message = {
      id: randomUUID(),
      assistantId: 'cassie',
      conversationId: null,
      text: 'What is a soap dish?',
    } as const;
    const { question } = await maya.api.chat.send.mutate({ ...message, sources: [held] });
    await app.container.services.runner.idle();
    expect(question.files).toEqual([]);
    expect(lastPrompt(app)).not.toContain('$22');
  });

  test('a new version can be used once the file before it is removed', async () => {
    const first = await add(SPRING);
    const held = await add(FALL);
    await maya.api.brain.sources.remove.mutate({ sourceId: first });
    await expect(compare(held)).rejects.toThrow();
    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: held });
    await learn(app);
    expect(await knownTo(maya)).toContain('Soap dish costs $22.');
  });

  test('of two new versions, the one that is left is compared with the file that the other replaced', async () => {
    const first = await add(SPRING);
    const second = await add(FALL);
    const third = await add(FALL.replace('$42', '$45'));
    await replace(second);
    expect((await compare(third)).changed).toEqual([
      { item: 'Large bowl', label: 'Price', before: '$42', value: '$45' },
    ]);
    await maya.api.brain.sources.remove.mutate({ sourceId: first });
    const fourth = await add(FALL.replace('$42', '$48'));
    expect((await sourceOf(maya, fourth)).scope).toBe('team');
    expect((await compare(third)).changed[0]).toMatchObject({ before: '$48', value: '$45' });
  });

  test('both files can be kept, and then both are read for facts', async () => {
    await add(SPRING);
    const second = await add(FALL);
    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: second });
    await learn(app);
    expect(await knownTo(maya)).toContain('Soap dish costs $22.');
    expect((await maya.api.brain.sources.list.query()).sources).toHaveLength(2);
    await expect(replace(second)).rejects.toThrow();
  });
});
