import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendSchema } from '#contract/chat/chat.ts';
import type { MessageId } from '#db/types.gen.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { addSaid, knowingModel, modelThatFinds, say } from '#tests/support/brain/brain.ts';
import { aSource } from '#tests/support/brain/passages.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import { ask, heldModel, type Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { anOwnTemplate, aTemplate, knows, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const PRICE = textBlank('price', { from: { factKinds: ['product'], words: ['bowl'] } });
const LARGE_BOWL = { kind: 'product', subject: 'Large bowl' } as const;

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp({ templates: [aTemplate({ blanks: [PRICE] })] });
  maya = await aPerson(app, { plan: 'ultimate' });
  await knows(app, maya.userId, { ...LARGE_BOWL, value: '$38', statement: 'The large bowl costs $38.' });
});

/**
 * What work sent to the database: its statements in order, those in transactions included, and how many transactions
 * there were.
 */
type Sent = { statements: string[]; transactions: number };

/** Does some work and returns what it sent to the database. `begin` and `commit` aren't among the statements. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent> {
  const { db } = app;
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const statements: string[] = [];
  const connections = vi.spyOn(executor, 'provideConnection').mockImplementation((consumer, options) =>
    provide(async (connection) => {
      const execute = connection.executeQuery.bind(connection);
      const seen = vi.spyOn(connection, 'executeQuery').mockImplementation((query, ...more) => {
        statements.push(query.sql);
        return execute(query, ...more);
      });
      try {
        return await consumer(connection);
      } finally {
        seen.mockRestore();
      }
    }, options),
  );
  const begun = vi.spyOn(db, 'transaction');
  try {
    await work();
    return { statements, transactions: begun.mock.calls.length };
  } finally {
    connections.mockRestore();
    begun.mockRestore();
  }
}

describe('reading', () => {
  const templates = () => maya.api.powerUps.templates;
  async function ownTemplate(): Promise<string> {
    const template = anOwnTemplate({ body: 'It costs {{price}}.', blanks: [PRICE] });
    return (await templates().create.mutate({ id: randomUUID(), template })).id;
  }
  const isAboutSession = (sql: string) => sql.includes('from "sessions"');

  test.each<[string, number, () => Promise<() => Promise<unknown>>]>([
    ['the Brain page', 3, async () => () => maya.api.brain.overview.query()],
    ['the list of templates', 2, async () => () => templates().list.query()],
    ['one of our templates', 3, async () => () => templates().get.query({ templateId: 'greeting' })],
    [
      'one’s own template',
      3,
      async () => {
        const templateId = await ownTemplate();
        return () => templates().get.query({ templateId });
      },
    ],
  ])('%s takes %d statements, and one for a session that the process hasn’t seen', async (_, count, prepare) => {
    const { statements, transactions } = await sentBy(await prepare());
    expect(statements.filter(isAboutSession)).toHaveLength(1);
    expect([statements.length - 1, transactions]).toEqual([count, 0]);
  });
});

describe('asking', () => {
  test.each([
    ['in a new conversation, which it names,', null],
    ['in an existing conversation', 'Hello'],
  ])('a question %s takes two statements before the model is called', async (_, before) => {
    const conversationId = before === null ? null : (await ask(maya, before)).conversation.id;
    await app.container.services.runner.idle();
    const held = heldModel(app);
    const question = sendSchema.parse({ id: randomUUID(), assistantId: 'brain_ai', conversationId, text: 'And now?' });
    const send = () => app.container.services.chat.send(maya.userId, question);
    const { statements, transactions } = await sentBy(send);
    expect([statements.length, transactions]).toEqual([2, 0]);
    held.letGo();
    await app.container.services.runner.idle();
  });
});

describe('a tool that an answer calls', () => {
  const turnOf = async (text: string) => {
    const { statements } = await sentBy(() => say(app, maya, text));
    // On a slow machine, what is written is saved on the way.
    return statements.filter((sql) => !sql.trim().startsWith('with given as')).length;
  };

  test.each([
    ['forgets the only fact that is meant', 'Forget the price of the large bowl.', 'forgotten', 9],
    ['asks about everything', 'Forget everything you know about us.', 'everything', 3],
    ['remembers a fact', 'Please remember that Monday is cake day.', 'remembered', 3],
    ['corrects a fact', 'The large bowl isn’t $38, it’s $42.', 'corrected', 6],
  ])('a tool call that %s adds few statements, and uncalled tools add none', async (_, said, kind, count) => {
    knowingModel(app);
    const without = await turnOf('What should I post today?');
    app.model.hasTools = true;
    expect(await turnOf('What should I post today?')).toBe(without);
    expect((await turnOf(said)) - without).toBeLessThanOrEqual(count);
    const turns = await app.db.selectFrom('turns').select('memory').where('memory', 'is not', null).execute();
    expect(turns).toMatchObject([{ memory: { actions: [{ kind }] } }]);
  });
});

describe('learning', () => {
  const RUN = { jobId: randomUUID(), isLastTry: false, signal: new AbortController().signal };
  const learnNow = (payload: Payload<'learning'>) => sentBy(() => app.container.services.brain.learn(payload, RUN));
  const glazes = (count: number) =>
    Array.from({ length: count }, (_, index) => `Glaze ${String.fromCodePoint(65 + index)} is blue.`);
  const factOf = (statement: string) => ({ statement, subject: statement.slice(0, 7), quote: statement });
  /** The statements that reserve what the model costs. */
  const isForBudget = (sql: string) => sql.includes('budget_use') || sql.includes('"profiles"."full_name"');

  test.each([
    ['one fact', glazes(1), []],
    ['twenty facts', glazes(20), []],
    ['a fact that disagrees', ['The large bowl costs $42.'], [{ ...LARGE_BOWL, value: '$42' }]],
  ])('learning from a message with %s takes eight statements, two of them for the budget', async (_, said, more) => {
    modelThatFinds(app, () => said.map((statement, index) => ({ ...factOf(statement), ...more[index] })));
    const { question } = await say(app, maya, said.join(' '));
    const { statements, transactions } = await learnNow({
      userId: maya.userId,
      questionId: question.id as MessageId, // reason: straight from the wire
    });
    expect(statements.filter(isForBudget)).toHaveLength(2);
    expect([statements.length, transactions]).toEqual([8, 1]);
    expect((await maya.api.brain.overview.query()).count).toBe(said.length + 1);
  });

  test('restoring twenty facts takes as many statements as restoring one', async () => {
    await addSaid(app, maya, glazes(21), { subject: 'Glaze', value: '7 days' });
    const ids = (await maya.api.brain.list.query({ text: 'is blue' })).facts.map(({ id }) => id);
    await maya.api.brain.forgetFacts.mutate({ factIds: ids });
    const counts: number[] = [];
    for (const factIds of [ids.slice(0, 1), ids.slice(1)])
      counts.push((await sentBy(() => app.container.services.brain.restore(maya.userId, factIds))).statements.length);
    // One of them looks for the preferences that typed facts set.
    expect(counts).toEqual([11, 11]);
  });

  test('learning from a document takes as many statements for twenty facts as for one', async () => {
    const counts: number[] = [];
    for (const count of [1, 20]) {
      modelThatFinds(app, () => 'unreadable');
      const { id: sourceId } = await addFile(app, maya, glazes(count).join(' '), { name: `${count}.txt` });
      await app.db.updateTable('passages').set({ learning: 'due' }).where('source_id', '=', sourceId).execute();
      modelThatFinds(app, () => glazes(count).map(factOf));
      counts.push((await learnNow({ userId: maya.userId, sourceId })).statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect((await maya.api.brain.overview.query()).count).toBe(21);
  });
});

test('confirming or forgetting 223 facts from a file takes as many statements as a single fact', async () => {
  const sourceId = await aSource(app, maya.userId);
  const of = { source: 'file', state: 'suggested', sourceId, passageId: null } as const; // reason: literals
  const names = Array.from({ length: 225 }, (_, index) => `Bowl ${index + 1} costs $${index + 1}.`);
  await addSaid(app, maya, names, of);
  const { new: open } = await maya.api.brain.sources.facts.query({ sourceId });
  const [earlier = '', first = '', ...others] = open.map(({ fact }) => fact.id);
  expect(others).toHaveLength(223);
  const confirm = async (factIds: string[]) =>
    (await sentBy(() => maya.api.brain.sources.confirmFacts.mutate({ sourceId, factIds }))).statements.length;
  // One call of many also reads what everyone has used of the budget.
  await confirm([earlier]);
  expect(await confirm([first])).toBe(await confirm(others));
  const forget = async (factIds: string[]) =>
    (await sentBy(() => maya.api.brain.forgetFacts.mutate({ factIds }))).statements.length;
  expect(await forget([first])).toBe(await forget(others));
  const count = async () => (await maya.api.brain.overview.query()).count;
  const before = await count();
  await maya.api.brain.bringBackFacts.mutate({ factIds: others });
  expect(await count()).toBe(before + 223);
});
