import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { emptyTables, testDatabase } from '#tests/support/test-database.ts';
import { openBrain } from '../../scripts/eval/retrieval/open-brain.ts';
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
  const look = await openBrain(
    database,
    [
      {
        business: 'bindery',
        language: 'en',
        sections: [{ path: ['Parking'], place: {}, text: 'There are two free parking spaces behind the building.' }],
        facts: ['The beginners’ course costs $220.'],
        questions: [],
      },
    ],
    null,
  );
  expect((await look('Where is the parking?')).words.ranked.passages).toEqual(['Parking']);
  expect((await look('What does the course cost?')).words.ranked.facts).toEqual(['The beginners’ course costs $220.']);
});
