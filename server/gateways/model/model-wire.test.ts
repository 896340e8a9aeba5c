import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { askProvider, startModel, urlOf } from '#tests/support/model/model-provider.ts';
import { MODEL_LIMITS } from './model.ts';

describe('a provider with its own words on the wire', () => {
  const opened: { close: () => void; sockets: Set<Socket> }[] = [];
  afterAll(() => {
    for (const { close, sockets } of opened) {
      for (const socket of sockets) socket.destroy();
      close();
    }
  });

  /** Answers every request with what `speak` writes. */
  async function provider(speak: (socket: Socket, request: string) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', (data) => speak(socket, data.toString()));
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

  /** One HTTP chunk of 50 MB, made of the same piece over and over, sent as fast as it is read. */
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
  ])('50 MB %s are abandoned, and never buffered', async (_name, piece) => {
    const flood = flooding(piece);
    const outcome = await askProvider(await flood.url, 'Hello');
    expect(outcome.error).toMatchObject({ failure: 'error' });
    expect(outcome.text.length).toBeLessThanOrEqual(MODEL_LIMITS.maxAnswerLength);
    expect(flood.sentBytes()).toBeLessThan(12_000_000);
  });

  test('other people’s answers are unaffected while one floods', async () => {
    const flood = flooding(': nothing\n\n');
    const flooded = askProvider(await flood.url, 'Hello');
    const model = await startModel();
    const others = await Promise.all(Array.from({ length: 10 }, () => askProvider(model.url, 'Plan my week')));
    const alone = await askProvider(model.url, 'Plan my week');
    for (const other of others) expect(other).toMatchObject({ error: undefined, text: alone.text });
    expect(others.map(({ key }) => model.triesOf(key))).toEqual(others.map(() => 1));
    model.close();
    expect((await flooded).error).toMatchObject({ failure: 'error' });
  });

  test.each(['openai-compatible', 'openai', 'anthropic'] as const)(
    '%s gets the task as a header, and nothing of it in the body',
    async (name) => {
      let asked = '';
      const url = await provider((socket, request) => {
        asked = request;
        socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
      });
      await askProvider(url, 'Hello', { settings: { provider: name } });
      const [head, body] = asked.split('\r\n\r\n');
      expect(head?.toLowerCase()).toContain('x-tenfold-task: answer');
      expect(body).not.toContain('task');
    },
  );

  test('an error inside the stream is classified by its kind', async () => {
    const quota = await says(
      'data: {"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}',
    );
    expect((await askProvider(quota, 'Hello')).error).toMatchObject({ failure: 'quota' });
    const broken = await says(delta('Half'), 'data: {"error":{"message":"overloaded","type":"server_error"}}');
    expect(await askProvider(broken, 'Hello')).toMatchObject({
      error: { failure: 'error' },
      text: 'Half',
    });
  });

  test('a link to a billing page does not turn a rate limit into a quota error', async () => {
    const body = '{"error":{"message":"Rate limit reached. See https://example.com/account/billing."}}';
    const url = await provider((socket) =>
      socket.end(
        `HTTP/1.1 429 Busy\r\ncontent-type: application/json\r\nretry-after: 60\r\nconnection: close\r\n\r\n${body}`,
      ),
    );
    expect((await askProvider(url, 'Hello')).error).toMatchObject({
      failure: 'error',
      code: 'HTTP 429',
    });
  });

  test('words keep their order when only the client can read some of them', async () => {
    const url = await says(delta('One '), delta([{ type: 'text', text: 'two ' }]), delta('three'), end);
    expect(await askProvider(url, 'Hello')).toMatchObject({
      text: 'One two three',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
  });

  test('characters and events that are split anywhere are reassembled', async () => {
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
    expect(await askProvider(url, 'Hello')).toMatchObject({
      error: undefined,
      text: 'Größe ✓ 😀',
    });
  });

  /** Says the same thing twenty times a second for as long as the client listens, or `times` times and then `last`. */
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

  test('an answer that makes progress may outlast the idle timeout, but not the total one', async () => {
    const baseUrl = await repeating(delta('word '));
    const outcome = await askProvider(baseUrl, 'Hello', {
      limits: { idleTimeoutMs: 1_000, totalTimeoutMs: 2_000 },
    });
    expect(outcome).toMatchObject({
      error: { failure: 'timeout', code: 'total' },
      text: expect.stringContaining('word'),
    });
  });

  test('reasoning counts as progress, but is not part of the answer', async () => {
    const baseUrl = await repeating(delta(null, { reasoning_content: 'Hm.' }), 30, `${delta('Yes.')}\n\n${end}\n\n`);
    const outcome = await askProvider(baseUrl, 'Hello', { limits: { idleTimeoutMs: 1_000 } });
    expect(outcome).toMatchObject({ error: undefined, text: 'Yes.' });
  });

  test('empty chunks do not count as progress', async () => {
    const baseUrl = await repeating(delta(''));
    const outcome = await askProvider(baseUrl, 'Hello', { limits: { idleTimeoutMs: 300 } });
    expect(outcome).toMatchObject({ error: { failure: 'timeout', code: 'silence' } });
  });

  test.each(['openai', 'anthropic'] as const)('%s is handled the same way', async (name) => {
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
    expect(await askProvider(baseUrl, 'Hello', { settings: { provider: name } })).toMatchObject({
      error: undefined,
      text: 'Good day',
      usage: { inputTokens: 7, outputTokens: 3 },
    });
  });
});
