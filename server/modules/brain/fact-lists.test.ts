import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FACT_KINDS } from '#contract/brain/brain.ts';
import type { FactTopic } from '#db/queries/brain/facts-about.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('the Brain page reads one list of facts after the other, so that it never takes several connections', async () => {
  for (const kind of FACT_KINDS)
    await maya.api.brain.add.mutate({ id: randomUUID(), kind, statement: `Something about ${kind}` });
  await app.container.jobs.idle();

  const executor = app.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const statements = { now: 0, most: 0 };
  vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
    if (!query.sql.includes('"facts"')) return execute(query, ...more);
    statements.now += 1;
    statements.most = Math.max(statements.most, statements.now);
    const result = await execute(query, ...more);
    statements.now -= 1;
    return result;
  });
  const { kinds } = await maya.api.brain.overview.query();
  expect(kinds.map(({ kind }) => kind)).toEqual([...FACT_KINDS]);
  expect(statements.most).toBe(1);
});

describe('facts about the topics of a template', () => {
  async function addFacts(...statements: string[]) {
    for (const statement of statements)
      await maya.api.brain.add.mutate({ id: randomUUID(), kind: 'product', statement });
    await app.container.jobs.idle();
  }
  const listAbout = async (topics: FactTopic[]) => {
    const facts = await app.container.services.brain.listAbout(maya.userId, topics);
    return facts.map(({ statement }) => statement);
  };

  test('facts fit a topic if they have one of its words, in any case and whatever signs are in it', async () => {
    await addFacts('The C++ course costs $90', 'Bowls cost $42 (or 40 €)', 'Mugs are blue', 'We ship on Mondays');
    expect(await listAbout([{ kinds: ['product'], words: ['c++ COURSE', 'mug'] }])).toEqual([
      'Mugs are blue',
      'The C++ course costs $90',
    ]);
    expect(await listAbout([{ kinds: ['product'], words: ['$42 (or', 'm.gs', '.*', 'a|b', '\\'] }])).toEqual([
      'Bowls cost $42 (or 40 €)',
    ]);
    expect(await listAbout([{ kinds: ['policy'], words: ['mug'] }])).toEqual([]);
  });

  test('one topic without words has all facts of its kinds, whatever words the others have', async () => {
    await addFacts('Mugs are blue', 'We ship on Mondays');
    const topics: FactTopic[] = [
      { kinds: ['product'], words: ['mug'] },
      { kinds: ['product', 'policy'], words: [] },
      { kinds: ['product'], words: ['bowl'] },
    ];
    expect(await listAbout(topics)).toEqual(['We ship on Mondays', 'Mugs are blue']);
  });

  test('each fact is compared with all words at once, however many topics the template has', async () => {
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const words = Array.from({ length: 20 }, (_, index) => `word ${index}`);
    const topics = Array.from({ length: 30 }, (): FactTopic => ({ kinds: FACT_KINDS, words }));
    expect(await listAbout(topics)).toEqual([]);
    const [query] = statements.mock.calls.map(([{ sql }]) => sql).filter((sql) => sql.includes('concat_ws'));
    expect(query?.match(/concat_ws/g)).toHaveLength(FACT_KINDS.length);
  });
});
