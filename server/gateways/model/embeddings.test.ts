import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModel, urlOf } from '#tests/support/model/model-provider.ts';
import { createEmbeddingsGateway } from './embeddings.ts';

type Request = { url: string; headers: IncomingMessage['headers']; body: unknown };
const requests: Request[] = [];
let respond: (response: ServerResponse) => void = () => undefined;
async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
  const body: unknown = JSON.parse(await text(incoming));
  requests.push({ url: incoming.url ?? '', headers: incoming.headers, body });
  respond(outgoing);
}
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
let sandbox: Awaited<ReturnType<typeof startModel>>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sandbox = await startModel();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  sandbox.close();
});

const never = () => new AbortController().signal;
const gatewayTo = (baseUrl: string, timeoutMs = 20_000) =>
  createEmbeddingsGateway(
    { provider: 'openai-compatible', baseUrl, apiKey: 'key', model: 'meaning' },
    { maxTries: 3, retryDelayMs: 1, timeoutMs },
  );
const says = (body: unknown, status = 200) => {
  respond = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const data = (...embeddings: unknown[]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) });
async function embed(texts: string[], options: { isUrgent?: boolean } = {}) {
  requests.length = 0;
  return gatewayTo(`${urlOf(server)}/v1/`).embed(texts, { signal: never(), ...options });
}

describe('texts are turned into vectors', () => {
  test('by one request with the key, in the order of the texts', async () => {
    says({
      data: [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0] },
      ],
    });
    expect(await embed(['first', 'second'])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(requests).toMatchObject([
      {
        url: '/v1/embeddings',
        headers: { authorization: 'Bearer key' },
        body: { model: 'meaning', input: ['first', 'second'], encoding_format: 'float' },
      },
    ]);
  });

  test.each([
    ['no JSON', '{"data":[{"ind'],
    ['another form', { vectors: [[1]] }],
    ['too few', data([1, 0])],
    ['too many', data([1, 0], [1, 0], [1, 0])],
    ['different lengths', data([1, 0], [1])],
    ['no numbers', data([1, 'a'], [1, 0])],
    ['infinite numbers', '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}'],
    ['no direction', data([1, 0], [0, 0])],
    [
      'one twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    ],
    [
      'too many dimensions',
      data(
        Array.from({ length: 4_097 }, () => 1),
        [1],
      ),
    ],
  ])('and an answer with %s is refused after three tries', async (_, body) => {
    says(body);
    await expect(embed(['first', 'second'])).rejects.toMatchObject({ failure: 'error' });
    expect(requests).toHaveLength(3);
  });

  test.each([
    [500, 3],
    [429, 3],
    [401, 1],
    [404, 1],
    [302, 1],
  ])('and the status %i is tried %i times', async (status, tries) => {
    says('{}', status);
    await expect(embed(['first'])).rejects.toMatchObject({ code: `HTTP ${status}` });
    expect(requests).toHaveLength(tries);
  });

  test('and nothing is tried again while somebody waits', async () => {
    says('{}', 500);
    await expect(embed(['first'], { isUrgent: true })).rejects.toMatchObject({ code: 'HTTP 500' });
    expect(requests).toHaveLength(1);
  });

  test('and a provider that is silent is given up, or left when nobody wants the answer anymore', async () => {
    respond = () => undefined;
    const silent = gatewayTo(urlOf(server), 5);
    await expect(silent.embed(['first'], { signal: never(), isUrgent: true })).rejects.toMatchObject({
      failure: 'timeout',
    });
    const leaving = new AbortController();
    const left = gatewayTo(urlOf(server)).embed(['first'], { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
  });

  test('and an endless answer is not read to its end', async () => {
    const piece = Buffer.alloc(1_000_000, '1');
    respond = (response) => {
      const pour = () => {
        while (response.write(piece));
        response.once('drain', pour);
      };
      pour();
    };
    await expect(embed(['first'], { isUrgent: true })).rejects.toMatchObject({ code: 'too long' });
  });

  test('by the sandbox: the same ones each time, near each other if they share words', async () => {
    const { embed: embedThere } = gatewayTo(sandbox.url);
    const texts = ['The large bowl costs $48.', 'A large bowl', 'Gift cards never expire.'];
    const [bowl = [], other = [], gift = []] = await embedThere(texts, { signal: never() });
    expect(bowl).toHaveLength(256);
    expect((await embedThere(texts, { signal: never() }))[0]).toEqual(bowl);
    const product = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
    expect(product(bowl, other)).toBeGreaterThan(product(bowl, gift) + 0.2);
  });
});
