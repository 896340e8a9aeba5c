import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { learn, unfinishedJobs } from '#tests/support/jobs.ts';
import { knowingModel, modelThatFinds, tell } from '#tests/support/brain/brain.ts';
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
async function fill(count: number): Promise<void> {
  await sql`
    insert into facts (id, user_id, number, kind, subject, statement, state, source, learned_at, words)
    select gen_random_uuid(), ${maya.userId}, n, 'policy', 'Rule ' || n, 'This is rule ' || n, 'confirmed', 'typed', now(), ''
    from generate_series(1, ${count}::int) n`.execute(app.db);
  await app.db.updateTable('profiles').set({ facts_numbered: count }).where('user_id', '=', maya.userId).execute();
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
