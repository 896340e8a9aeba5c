import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendSchema } from '#contract/chat/chat.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { knowingModel, lastPrompt, say, typeFact } from '#tests/support/brain/brain.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { addAll, aSource, passageOf } from '#tests/support/brain/passages.ts';
import { brokenModel, resume, type Person } from '#tests/support/chat.ts';
import { embedTexts, endPauses, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
let model: ReturnType<typeof scriptedEmbeddings>;
async function open(environment: Record<string, string> = {}, options: { keepData?: boolean } = {}) {
  app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'any', ...environment },
    embeddings: model.gateway,
    ...options,
  });
  knowingModel(app);
}
beforeEach(async () => {
  model = scriptedEmbeddings();
  await open();
  maya = await aPerson(app, { plan: 'ultimate' });
});

const ask = async (text: string) => {
  const turn = await say(app, maya, text);
  return { turn, prompt: lastPrompt(app) };
};
/** Adds a passage, and makes its vector. What a passage says reaches a prompt only if it fits the question. */
const readPage = async (text: string) => {
  await addAll(app, maya.userId, [passageOf(await aSource(app, maya.userId), text)]);
  await typeFact(maya, 'Clay is weighed twice.');
  await embedTexts(app);
};
const vectors = async () => {
  const facts = await app.db.selectFrom('fact_vectors').select(['model', 'user_id']).execute();
  const passages = await app.db.selectFrom('passage_vectors').select(['model', 'user_id']).execute();
  return { facts, passages };
};
const embeddedWith = async () =>
  (await app.db.selectFrom('profiles').select('embedded_with as model').executeTakeFirstOrThrow()).model;
const CLOSURE = 'Annual closure: December 24 to January 6.';
const QUESTION = 'When do you reopen?';

describe('with a model for embeddings, what is known', () => {
  test('is found in other words, facts and passages, and is offered like what words find', async () => {
    await typeFact(maya, CLOSURE);
    const source = await aSource(app, maya.userId);
    const [passageId] = await addAll(app, maya.userId, [
      passageOf(source, 'The studio is on holiday in August.'),
      passageOf(source, 'Clay is from Devon.', { position: 1 }),
    ]);
    await typeFact(maya, 'Clay is weighed twice.');
    await embedTexts(app);
    const { turn, prompt } = await ask(QUESTION);
    expect(prompt).toContain(CLOSURE);
    expect(prompt).toContain('on holiday in August');
    expect(prompt).not.toContain('Devon');
    const offered = await app.db
      .selectFrom('turns')
      .select(['offered_facts as facts', 'offered_passages as passages'])
      .where('answer_id', '=', turn.answer.id as never) // reason: an id of this test
      .executeTakeFirstOrThrow();
    expect(offered).toMatchObject({ facts: [expect.any(String), expect.any(String)], passages: [passageId] });
  });

  test('is found again when the answer is retried', async () => {
    await typeFact(maya, CLOSURE);
    await embedTexts(app);
    brokenModel(app, '', new ModelError('error'));
    const { turn } = await ask(QUESTION);
    knowingModel(app);
    await resume(maya, turn.answer.id, 'retry');
    await app.container.services.runner.idle();
    expect(lastPrompt(app)).toContain(CLOSURE);
    expect(model.asked.slice(1)).toEqual([[QUESTION], [QUESTION]]);
  });

  test('brings along what a fact is in conflict with', async () => {
    await typeFact(maya, CLOSURE);
    await typeFact(maya, 'The kiln rests on Sundays.');
    const conflictId = crypto.randomUUID();
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: conflictId }).execute();
    await embedTexts(app);
    expect((await ask(QUESTION)).prompt).toContain('The kiln rests on Sundays.');
  });

  test('takes no more statements than words alone, with a cap on spending, too', async () => {
    await open({ AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1', AI_DAILY_CAP_PER_PERSON_USD: '5' });
    maya = await aPerson(app, { plan: 'ultimate' });
    await typeFact(maya, CLOSURE);
    await embedTexts(app);
    const { turn } = await ask('Hello.');
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const { id: conversationId, assistantId } = turn.conversation;
    const question = sendSchema.parse({ id: crypto.randomUUID(), assistantId, conversationId, text: QUESTION });
    await app.container.services.chat.send(maya.userId, question);
    expect(statements.mock.calls.map(([{ sql }]) => sql)).toHaveLength(3);
    statements.mockRestore();
    await app.container.services.runner.idle();
    expect(lastPrompt(app)).toContain(CLOSURE);
  });

  test('is never another person’s', async () => {
    const theo = await aPerson(app, { plan: 'ultimate' });
    await typeFact(theo, CLOSURE);
    const source = await aSource(app, theo.userId);
    await addAll(app, theo.userId, [passageOf(source, 'The studio is on holiday in August.')]);
    await embedTexts(app);
    const { facts, passages } = await vectors();
    expect([...facts, ...passages].map((row) => row.user_id)).toEqual([theo.userId, theo.userId]);
    const { prompt } = await ask(QUESTION);
    expect(prompt).not.toMatch(/closure|August/);
  });

  test('is nothing that was forgotten, has expired, or is in a removed source', async () => {
    await typeFact(maya, CLOSURE);
    await typeFact(maya, 'Holiday hours: nine to noon.');
    const source = await aSource(app, maya.userId);
    await addAll(app, maya.userId, [passageOf(source, 'The studio is on holiday in August.')]);
    await embedTexts(app);
    await app.db
      .updateTable('facts')
      .set({ valid_until: '2026-01-01' })
      .where('statement', 'like', 'Holiday hours%')
      .execute();
    const { facts } = await maya.api.brain.list.query({});
    const closure = facts.find(({ statement }) => statement === CLOSURE);
    await maya.api.brain.forget.mutate({ factId: closure?.id ?? '' });
    await maya.api.brain.sources.remove.mutate({ sourceId: source });
    expect((await ask(QUESTION)).prompt).not.toMatch(/closure|nine to noon|August/);
    await app.db.deleteFrom('facts').execute();
    await app.db.deleteFrom('sources').execute();
    expect(await vectors()).toEqual({ facts: [], passages: [] });
  });

  test('is found by its words alone if the model for embeddings is silent or fails, and the question waits no longer', async () => {
    await readPage(CLOSURE);
    await typeFact(maya, 'We reopen on January 7.');
    await embedTexts(app);
    for (const mode of ['is silent', 'fails'] as const) {
      model.is(mode);
      const { prompt } = await ask(QUESTION);
      expect(prompt).toContain('We reopen on January 7.');
      expect(prompt).not.toContain(CLOSURE);
      expect(model.signals.at(-1)?.aborted).toBe(true);
    }
  });
});

describe('vectors', () => {
  test('are made once, of what was added', async () => {
    await typeFact(maya, CLOSURE);
    const source = await aSource(app, maya.userId);
    await addAll(app, maya.userId, [passageOf(source, 'Postage is $6.', { headings: ['Orders', 'Delivery'] })]);
    await embedTexts(app);
    expect(model.asked).toEqual([[CLOSURE, 'Orders › Delivery\nPostage is $6.']]);
    expect(await embeddedWith()).toBe('meaning-1');
    await typeFact(maya, 'Clay is from Devon.');
    await embedTexts(app);
    expect(model.asked.slice(1)).toEqual([['Clay is from Devon.']]);
    await embedTexts(app);
    expect(model.asked).toHaveLength(2);
  });

  test('are made in batches, until all texts have one', async () => {
    const source = await aSource(app, maya.userId);
    const passages = Array.from({ length: 70 }, (_, position) => passageOf(source, `Log ${position}.`, { position }));
    await addAll(app, maya.userId, passages);
    await typeFact(maya, CLOSURE);
    await embedTexts(app);
    expect(model.asked.map((texts) => texts.length)).toEqual([32, 32, 7]);
    expect((await vectors()).passages).toHaveLength(70);
  });

  test('are made after a failure', async () => {
    await typeFact(maya, CLOSURE);
    model.is('fails');
    await embedTexts(app);
    expect((await unfinishedJobs(app.db)).filter(({ queue }) => queue === 'embedding')).toMatchObject([
      { state: 'retry' },
    ]);
    expect((await vectors()).facts).toEqual([]);
    model.is('answers');
    await endPauses(app.db);
    await embedTexts(app);
    expect((await vectors()).facts).toHaveLength(1);
  });

  test('wait for tomorrow once the operator’s budget is spent', async () => {
    await open({ AI_PRICE_INPUT_USD: '100000', AI_PRICE_OUTPUT_USD: '0', AI_DAILY_CAP_PER_PERSON_USD: '1.5' });
    maya = await aPerson(app, { plan: 'ultimate' });
    await typeFact(maya, CLOSURE);
    await embedTexts(app);
    await typeFact(maya, 'The next fact costs more than what is left.');
    await embedTexts(app);
    expect((await vectors()).facts).toHaveLength(1);
    app.clock.advance(26 * 3_600_000);
    await embedTexts(app);
    expect((await vectors()).facts).toHaveLength(2);
  });

  test('of another model aren’t compared, and are replaced after the next question', async () => {
    await readPage(CLOSURE);
    model = scriptedEmbeddings('meaning-2');
    const { cookie, userId, email } = { ...maya, cookie: maya.cookie() };
    await open({}, { keepData: true });
    maya = { ...app.browser({ cookie }), userId, email };
    expect((await ask(QUESTION)).prompt).not.toContain(CLOSURE);
    await embedTexts(app);
    expect((await vectors()).passages).toMatchObject([{ model: 'meaning-2' }]);
    expect((await ask(QUESTION)).prompt).toContain(CLOSURE);
  });
});

test('without a model for embeddings, nothing is scheduled, asked or found by its meaning', async () => {
  app = await createTestApp({ embeddings: model.gateway });
  knowingModel(app);
  maya = await aPerson(app, { plan: 'ultimate' });
  await readPage(CLOSURE);
  const scheduled = await app.db.selectFrom('scheduled_jobs').select('queue').execute();
  expect(scheduled.map(({ queue }) => queue)).not.toContain('embedding');
  await embedTexts(app);
  expect((await ask(QUESTION)).prompt).not.toContain(CLOSURE);
  expect(model.asked).toEqual([]);
});
