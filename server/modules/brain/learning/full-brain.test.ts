import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { learn, unfinishedJobs } from '#tests/support/jobs.ts';
import { addFile, sourceOf } from '#tests/support/brain/sources.ts';
import { knowingModel, modelThatFinds, say, tell } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

/** Gives her so many facts. */
async function fill(count: number, first = 1): Promise<void> {
  await sql`
    insert into facts (id, user_id, number, kind, subject, statement, state, source, learned_at, words)
    select gen_random_uuid(), ${maya.userId}, n, 'policy', 'Rule ' || n, 'This is rule ' || n, 'confirmed', 'typed', now(), ''
    from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(app.db);
  await app.db
    .updateTable('profiles')
    .set({ facts_numbered: first + count - 1 })
    .where('user_id', '=', maya.userId)
    .execute();
}
const found = async (text: string) =>
  (await maya.api.brain.list.query({ text })).facts.map(({ statement }) => statement);
const full = async () => (await maya.api.brain.overview.query()).full;
async function forgetOne(): Promise<void> {
  const [fact] = (await maya.api.brain.list.query({ text: 'This is rule' })).facts;
  await maya.api.brain.forget.mutate({ factId: fact?.id ?? '' });
}

test('a message that finds the Brain full waits, without asking the model, and is learned from once something is forgotten', async () => {
  await fill(FACTS_MAX);
  expect(await full()).toEqual({ messagesWaiting: 0 });
  await tell(app, maya, 'The large bowl is $42 now.');
  expect(app.model.requests).toHaveLength(1);
  expect(await found('bowl')).toEqual([]);
  expect(await full()).toEqual({ messagesWaiting: 1 });
  expect(await unfinishedJobs(app.db)).toEqual([]);
  await forgetOne();
  await learn(app);
  expect(await found('bowl')).toEqual(['Large bowl costs $42.']);
  expect(await full()).toEqual({ messagesWaiting: 0 });
});

test('forgetting in chat also makes room for a waiting message', async () => {
  await fill(FACTS_MAX);
  await tell(app, maya, 'The large bowl is $42 now.');
  app.model.hasTools = true;
  await say(app, maya, 'You can forget f1.');
  await learn(app);
  expect(await found('bowl')).toEqual(['Large bowl costs $42.']);
});

test('a message with more facts than there is room for is learned whole or not at all', async () => {
  await fill(FACTS_MAX - 1);
  expect(await full()).toBeNull();
  modelThatFinds(app, () => [
    { statement: 'The large bowl is blue.', subject: 'Large bowl' },
    { statement: 'The small bowl is red.', subject: 'Small bowl' },
  ]);
  await tell(app, maya, 'Our large bowl is blue and our small bowl is red.');
  expect(await found('bowl is')).toEqual([]);
  await forgetOne();
  await learn(app);
  expect(await found('bowl is')).toEqual(['The small bowl is red.', 'The large bowl is blue.']);
});

test('a document that finds the Brain full adds what there is room for, and the rest once there is more', async () => {
  await fill(FACTS_MAX - 1);
  const { id } = await addFile(app, maya, 'Item,Price\nLarge bowl,$38\nSmall bowl,$28\nMug,$12\n');
  expect(await found('bowl')).toEqual(['Large bowl costs $38.']);
  expect([await full(), (await sourceOf(maya, id)).isLearning]).toEqual([{ messagesWaiting: 0 }, true]);
  expect(await unfinishedJobs(app.db)).toEqual([]);
  const asked = app.model.requests.length;
  await forgetOne();
  await forgetOne();
  await learn(app);
  expect(app.model.requests).toHaveLength(asked + 1);
  expect((await found('costs')).toSorted()).toEqual([
    'Large bowl costs $38.',
    'Mug costs $12.',
    'Small bowl costs $28.',
  ]);
  expect((await sourceOf(maya, id)).isLearning).toBe(false);
});

test('a document that is added while the Brain is full waits, without asking the model, until there is room', async () => {
  await fill(FACTS_MAX);
  const { id } = await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n');
  expect([app.model.requests, (await sourceOf(maya, id)).isLearning]).toEqual([[], true]);
  await forgetOne();
  await learn(app);
  expect(await found('bowl')).toEqual(['Large bowl costs $38.']);
});

test('removing a document makes room for a message that waited', async () => {
  const { id: sourceId } = await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n');
  await fill(FACTS_MAX - 1, 2);
  await tell(app, maya, 'The vase is $60.');
  expect(await full()).toEqual({ messagesWaiting: 1 });
  await maya.api.brain.sources.remove.mutate({ sourceId });
  await learn(app);
  expect(await found('vase')).toEqual(['Vase costs $60.']);
});
