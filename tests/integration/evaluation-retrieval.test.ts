import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { emptyTables, testDatabase } from '#tests/support/test-database.ts';
import { makeFacts } from '../../scripts/eval/retrieval/make-texts.ts';
import { openBrain } from '../../scripts/eval/retrieval/open-brain.ts';
import { randomEmbeddings } from '../../scripts/eval/retrieval/random-embeddings.ts';
import { serveEmbeddings } from '../../scripts/eval/retrieval/embeddings-server.ts';

const signal = new AbortController().signal;
let server: Awaited<ReturnType<typeof serveEmbeddings>>;

beforeAll(async () => {
  server = await serveEmbeddings('lengths', async (texts) => {
    if (texts.includes('broken')) throw new Error('no vector');
    return texts.map((text) => [text.length, 1]);
  });
});
afterAll(() => server.close());

const gateway = () =>
  createEmbeddingsGateway(
    { provider: 'openai-compatible', baseUrl: server.baseUrl, apiKey: null, model: 'lengths' },
    { maxTries: 1, retryDelayMs: 0, timeoutMs: 5_000 },
  );

test('the product gets its vectors from the server of the evaluation, in the order of the texts', async () => {
  expect(await gateway().embed(['one', 'three'], { signal })).toEqual([
    [3, 1],
    [5, 1],
  ]);
});

test('a model that fails is an error of the provider', async () => {
  await expect(gateway().embed(['broken'], { signal })).rejects.toMatchObject({ code: 'HTTP 500' });
});

test('the server of the evaluation answers nothing else', async () => {
  const wrong = { method: 'POST', body: '{"input": 1}' };
  expect((await fetch(`${server.baseUrl}/embeddings`, wrong)).status).toBe(400);
  expect((await fetch(`${server.baseUrl}/models`)).status).toBe(404);
});

test('a Brain that is filled from a set answers with its documents and its facts', async () => {
  const database = await testDatabase();
  await emptyTables(database);
  const statement = 'The beginners’ course costs $220.';
  const text = 'There are two free parking spaces behind the building.';
  const { look, embed } = await openBrain(database, {
    facts: [{ name: 'course', kind: 'product', subject: 'Course', statement }],
    documents: [[{ name: 'parking', path: ['Parking'], place: {}, text }]],
  });
  expect((await look('Where is the parking?')).words).toMatchObject({
    passages: ['parking'],
    given: ['course', 'parking'],
  });
  expect((await look('Shorter.', { before: ['What about the course?'] })).words.facts).toEqual(['course']);
  await embed(randomEmbeddings);
  expect((await look('Where is the parking?', { embeddings: randomEmbeddings })).withMeaning?.passages).toEqual([
    'parking',
  ]);
});

test('generated facts are the same in every run, include the known ones, and don’t repeat', () => {
  const known = [
    { name: 'f1', kind: 'product' as const, subject: 'Country loaf', statement: 'The country loaf costs $9.' },
  ];
  const facts = makeFacts(known, 'en', 300);
  expect(facts).toEqual(makeFacts(known, 'en', 300));
  expect(facts).toContainEqual(known[0]);
  expect(new Set(facts.map((fact) => fact.statement)).size).toBe(facts.length);
  expect(facts.length).toBeGreaterThan(295);
});
