import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createRawServer, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { SANDBOX_MARK } from '#server/sandbox/model/compose.ts';
import { createModelApi } from '#server/sandbox/model/model-api.ts';
import type { Fault } from '#server/sandbox/model/faults.ts';
import { createLanguageModel, type ModelSettings } from './model-client.ts';
import { createModelGateway, MODEL_LIMITS, type ModelLimits } from './model.ts';

const closing = new AbortController();
const asked = new Map<string, number>();
let sandbox: Server;
let sandboxUrl: string;

/** The sandbox's model on a real socket. Questions are told apart by a header, so that each test counts its own tries. */
beforeAll(async () => {
  const api = createModelApi({
    pace: 'instant',
    log: createLog('silent'),
    now: () => new Date(),
    closing: closing.signal,
  });
  const listener = getRequestListener(api.fetch);
  sandbox = createServer((incoming, outgoing) => {
    const key = incoming.headers.authorization ?? '';
    asked.set(key, (asked.get(key) ?? 0) + 1);
    void listener(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(sandbox, 'listening');
  sandboxUrl = urlOf(sandbox);
});
afterAll(() => {
  closing.abort();
  sandbox.closeAllConnections();
  sandbox.close();
});

function urlOf(server: Pick<Server, 'address'>): string {
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return `http://127.0.0.1:${port}`;
}

// Patient with a busy machine; the silent ones have a limit of their own.
const quick: Partial<ModelLimits> = { idleTimeoutMs: 20_000, retryDelayMs: 1 };

type Asking = {
  limits?: Partial<ModelLimits>;
  settings?: Partial<ModelSettings>;
  signal?: AbortSignal;
  onText?: () => void;
};

let lastKey = 0;
async function ask(question: string, asking: Asking = {}) {
  const key = `key-${(lastKey += 1)}`;
  const settings: ModelSettings = {
    provider: 'openai-compatible',
    baseUrl: sandboxUrl,
    apiKey: key,
    model: 'any',
    ...asking.settings,
  };
  const gateway = createModelGateway(createLanguageModel(settings), { ...MODEL_LIMITS, ...quick, ...asking.limits });
  let text = '';
  const startedAt = performance.now();
  const outcome = await gateway
    .answer({
      instructions: 'You are Emmie.',
      history: [{ role: 'user', content: question }],
      signal: asking.signal ?? new AbortController().signal,
      onText: (piece) => {
        text += piece;
        asking.onText?.();
      },
    })
    .then(
      (usage) => ({ usage, error: undefined }),
      (error: unknown) => ({ usage: undefined, error }),
    );
  return { ...outcome, text, tries: asked.get(`Bearer ${key}`) ?? 0, tookMs: performance.now() - startedAt };
}

const askFor = (fault: Fault, asking?: Asking) => ask(`Plan my week [sandbox: ${fault}]`, asking);

describe.concurrent('a provider’s fault becomes one of the four failures', () => {
  test.each<[Fault, string, number]>([
    ['401', 'error', 1],
    ['403', 'error', 1],
    ['429-3600', 'error', 1],
    ['quota', 'quota', 1],
    ['credit', 'quota', 1],
    ['500', 'error', 3],
    ['html503', 'error', 3],
    ['json200', 'error', 3],
    ['quota200', 'quota', 1],
    ['empty', 'error', 3],
    ['garbage', 'error', 3],
    ['hangup', 'network', 3],
    ['halfjson', 'network', 1],
    ['reset', 'network', 1],
    ['flood', 'error', 1],
    ['flood-lines', 'error', 1],
  ])('%s is told as %s after %i tries', async (fault, failure, tries) => {
    const outcome = await askFor(fault);
    expect(outcome).toMatchObject({ error: { name: 'ModelError', failure }, tries });
  });

  test.each<Fault>(['silence', 'silence-before', 'drip'])(
    '%s is told as timeout, and not tried again',
    async (fault) => {
      const outcome = await askFor(fault, { limits: { idleTimeoutMs: 1_500 } });
      expect(outcome).toMatchObject({ error: { name: 'ModelError', failure: 'timeout' }, tries: 1 });
    },
  );

  test.each<Fault>(['429-2', '429-date'])('%s is waited for, and then answered', async (fault) => {
    const outcome = await askFor(fault);
    expect(outcome).toMatchObject({ error: undefined, tries: 2, text: expect.stringContaining(SANDBOX_MARK) });
    expect(outcome.tookMs).toBeGreaterThan(1_900);
  });

  test.each([
    ['a host that cannot be found', 'http://tenfold.invalid/v1'],
    ['a port where nobody listens', 'http://127.0.0.1:1/v1'],
  ])('%s is a network failure', async (_name, baseUrl) => {
    expect(await ask('Hello', { settings: { baseUrl } })).toMatchObject({
      error: { failure: 'network', code: 'unreachable' },
    });
  });

  test('what had come before a fault is kept', async () => {
    expect((await askFor('reset')).text).toContain(SANDBOX_MARK.slice(0, 20));
    expect((await askFor('halfjson')).text).toContain(SANDBOX_MARK.slice(0, 20));
  });

  test('nothing that the provider said is in the error', async () => {
    for (const fault of ['401', 'quota', 'html503', 'json200', 'garbage'] as const) {
      const { error } = await askFor(fault);
      expect(error).toBeInstanceOf(Error);
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
      expect(told).not.toMatch(/api key|plan and billing|Unavailable|processing your request|no JSON/i);
      expect(error).not.toHaveProperty('cause');
    }
  });
});

test('the time for all tries together is bounded, waiting included', async () => {
  const outcome = await askFor('500', { limits: { totalTimeoutMs: 1_000, retryDelayMs: 700 } });
  expect(outcome).toMatchObject({ error: { failure: 'timeout' }, tries: 2 });
});

test('a person who stops gets no further piece, and the provider’s connection ends', async () => {
  const stopping = new AbortController();
  const reason = new Error('stopped');
  let pieces = 0;
  const outcome = await ask('Plan my week', {
    signal: stopping.signal,
    onText: () => {
      pieces += 1;
      if (pieces === 3) stopping.abort(reason);
    },
  });
  expect(outcome.error).toBe(reason);
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toBe(3);
});

describe('a provider with its own words on the wire', () => {
  const opened: { close: () => void; sockets: Set<Socket> }[] = [];
  afterAll(() => {
    for (const { close, sockets } of opened) {
      for (const socket of sockets) socket.destroy();
      close();
    }
  });

  /** Answers every request with what `speak` writes. */
  async function provider(speak: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createRawServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => speak(socket));
    }).listen(0, '127.0.0.1');
    opened.push({ close: () => server.close(), sockets });
    await once(server, 'listening');
    return urlOf(server);
  }
  const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n';
  const says = (...events: string[]) =>
    provider((socket) => socket.end(`${streamHead}\r\n${events.map((event) => `${event}\n\n`).join('')}`));
  const delta = (content: unknown, rest: object = {}) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content, ...rest } }] })}`;
  const end =
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":3}}';

  /** One HTTP chunk of 50 MB, made of the same piece again and again, as fast as it is taken. */
  function flooding(piece: string) {
    let sentBytes = 0;
    const bytes = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    const url = provider((socket) => {
      const pour = () => {
        while (sentBytes < 50_000_000 && !socket.destroyed) {
          sentBytes += bytes.length;
          if (!socket.write(bytes)) return void socket.once('drain', pour);
        }
        socket.end();
      };
      socket.write(`${streamHead}transfer-encoding: chunked\r\n\r\n2faf080\r\n`);
      pour();
    });
    return { url, sentBytes: () => sentBytes };
  }

  test.each([
    ['without a line end', 'x'],
    ['of words', `${delta('word '.repeat(20))}\n\n`],
    ['of comments', ': nothing\n\n'],
  ])('50 MB %s are given up, and never held', async (_name, piece) => {
    const flood = flooding(piece);
    const outcome = await ask('Hello', { settings: { baseUrl: await flood.url } });
    expect(outcome.error).toMatchObject({ failure: 'error' });
    expect(outcome.text.length).toBeLessThanOrEqual(MODEL_LIMITS.maxAnswerLength);
    expect(flood.sentBytes()).toBeLessThan(12_000_000);
  });

  test('other people’s answers are unaffected while one floods', async () => {
    const flood = flooding(': nothing\n\n');
    const flooded = ask('Hello', { settings: { baseUrl: await flood.url } });
    const others = await Promise.all(Array.from({ length: 10 }, () => ask('Plan my week')));
    const alone = await ask('Plan my week');
    for (const other of others) expect(other).toMatchObject({ error: undefined, text: alone.text, tries: 1 });
    expect((await flooded).error).toMatchObject({ failure: 'error' });
  });

  test('an error inside the stream is told by its kind', async () => {
    const quota = await says(
      'data: {"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}',
    );
    expect((await ask('Hello', { settings: { baseUrl: quota } })).error).toMatchObject({ failure: 'quota' });
    const broken = await says(delta('Half'), 'data: {"error":{"message":"overloaded","type":"server_error"}}');
    expect(await ask('Hello', { settings: { baseUrl: broken } })).toMatchObject({
      error: { failure: 'error' },
      text: 'Half',
    });
  });

  test('a link to a billing page does not make a rate limit a matter of quota', async () => {
    const body = '{"error":{"message":"Rate limit reached. See https://example.com/account/billing."}}';
    const url = await provider((socket) =>
      socket.end(
        `HTTP/1.1 429 Busy\r\ncontent-type: application/json\r\nretry-after: 60\r\nconnection: close\r\n\r\n${body}`,
      ),
    );
    expect((await ask('Hello', { settings: { baseUrl: url } })).error).toMatchObject({
      failure: 'error',
      code: 'HTTP 429',
    });
  });

  test('words keep their order when only the client can read some of them', async () => {
    const url = await says(delta('One '), delta([{ type: 'text', text: 'two ' }]), delta('three'), end);
    expect(await ask('Hello', { settings: { baseUrl: url } })).toMatchObject({
      text: 'One two three',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
  });

  test('characters and events that are cut anywhere are put together again', async () => {
    const whole = Buffer.from(
      `\r\n: hello\r\n\r\n${delta('Größe ')}\r\n\r\n${delta('✓ 😀')}\n\n${end}\n\ndata: [DONE]\n\n`,
    );
    const url = await provider((socket) => {
      socket.setNoDelay(true);
      socket.write(streamHead);
      let at = 0;
      const next = () => {
        if (at >= whole.length) return void socket.end();
        socket.write(whole.subarray(at, (at += 3)), () => setImmediate(next));
      };
      next();
    });
    expect(await ask('Hello', { settings: { baseUrl: url } })).toMatchObject({
      error: undefined,
      text: 'Größe ✓ 😀',
    });
  });

  /** Says the same thing twenty times a second for as long as anybody listens, or `times` times and then `last`. */
  const repeating = (event: string, times = Infinity, last = '') =>
    provider((socket) => {
      socket.write(`${streamHead}\r\n`);
      let said = 0;
      const timer = setInterval(() => {
        said += 1;
        if (said <= times) socket.write(`${event}\n\n`);
        else socket.end(last);
        if (said > times || socket.destroyed) clearInterval(timer);
      }, 50);
    });

  test('an answer that goes on may take longer than the time without progress, but not for ever', async () => {
    const baseUrl = await repeating(delta('word '));
    const outcome = await ask('Hello', {
      settings: { baseUrl },
      limits: { idleTimeoutMs: 1_000, totalTimeoutMs: 2_000 },
    });
    expect(outcome).toMatchObject({
      error: { failure: 'timeout', code: 'total' },
      text: expect.stringContaining('word'),
    });
  });

  test('thoughts are progress, and no part of the answer', async () => {
    const baseUrl = await repeating(delta(null, { reasoning_content: 'Hm.' }), 30, `${delta('Yes.')}\n\n${end}\n\n`);
    const outcome = await ask('Hello', { settings: { baseUrl }, limits: { idleTimeoutMs: 1_000 } });
    expect(outcome).toMatchObject({ error: undefined, text: 'Yes.' });
  });

  test('empty words are no progress', async () => {
    const baseUrl = await repeating(delta(''));
    const outcome = await ask('Hello', { settings: { baseUrl }, limits: { idleTimeoutMs: 300 } });
    expect(outcome).toMatchObject({ error: { failure: 'timeout', code: 'silence' } });
  });

  test.each(['openai', 'anthropic'] as const)('%s takes the same way', async (name) => {
    const anthropic = [
      { type: 'message_start', message: { id: 'm', model: 'any', usage: { input_tokens: 7, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'day' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`);
    const baseUrl = await (name === 'anthropic' ? says(...anthropic) : says(delta('Good '), delta('day'), end));
    expect(await ask('Hello', { settings: { provider: name, baseUrl } })).toMatchObject({
      error: undefined,
      text: 'Good day',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
  });
});
