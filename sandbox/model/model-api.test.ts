import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueAnswer } from '#server/prompts/answer.ts';
import type { ModelTaskId } from '#server/prompts/model-task.ts';
import { introduce } from '#server/prompts/assistant-prompt.ts';
import { writeProfileBlock } from '#server/prompts/profile-block.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { SANDBOX_MARK } from './compose.ts';

const instructions = `${introduce('Seomi', 'SEO & Ads Expert')}\n\n${writeProfileBlock({ businessName: 'Harbor Kiln' })}`;
let sandbox: Sandbox;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent'), pace: 'instant' });
});
afterAll(() => sandbox.close());

function stream(question: string, signal?: AbortSignal) {
  const provider = createOpenAICompatible({
    name: 'sandbox',
    baseURL: sandbox.modelBaseUrl,
    apiKey: 'any',
    includeUsage: true,
  });
  return provider('sandbox').doStream({
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [{ type: 'text', text: question }] },
    ],
    abortSignal: signal,
  });
}

async function read(question: string) {
  const parts: LanguageModelV4StreamPart[] = [];
  const { stream: readable } = await stream(question);
  for await (const part of readable) parts.push(part);
  const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
  return {
    parts,
    text,
    finish: parts.find((part) => part.type === 'finish'),
    error: parts.find((part) => part.type === 'error'),
  };
}

function post(body: unknown, task?: ModelTaskId) {
  return fetch(`${sandbox.modelBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(task ? { 'x-tenfold-task': task } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('the model', () => {
  test('streams an answer that the real client reads to its end, with usage', async () => {
    const { text, finish, parts } = await read('Which three searches?');
    expect(text.startsWith(SANDBOX_MARK)).toBe(true);
    expect(text).toContain('Harbor Kiln');
    expect(finish).toMatchObject({ finishReason: { unified: 'stop' } });
    expect(finish?.type === 'finish' && finish.usage.outputTokens.total).toBeGreaterThan(100);
    expect(parts.filter((part) => part.type === 'text-delta').length).toBeGreaterThan(100);
  });

  test('follows the protocol exactly: role first, finish, usage, [DONE]', async () => {
    const body = {
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Plan?' }],
    };
    const response = await post(body);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text())
      .trim()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((event): unknown => JSON.parse(event));
    expect(chunks[0]).toMatchObject({
      object: 'chat.completion.chunk',
      model: 'm',
      usage: null,
      choices: [{ delta: { role: 'assistant' }, finish_reason: null }],
    });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: chunks.length - 3 } });
  });

  test('gives the same answer without streaming, and stops at max_tokens', async () => {
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: 'Which three searches?' },
    ];
    const { text: content } = await read('Which three searches?');
    expect(await (await post({ model: 'm', messages })).json()).toMatchObject({
      choices: [{ message: { role: 'assistant', content } }],
    });
    const cut = { choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 5 } };
    expect(await (await post({ model: 'm', messages, max_tokens: 5 })).json()).toMatchObject(cut);
  });

  test('lists its model', async () => {
    expect(await (await fetch(`${sandbox.modelBaseUrl}/models`)).json()).toMatchObject({
      object: 'list',
      data: [{ id: 'sandbox', object: 'model' }],
    });
  });

  test.each([
    ['no JSON', '{', 400],
    ['no messages', { model: 'm' }, 400],
    ['more than 8 MB', { model: 'm', messages: [{ role: 'user', content: 'x'.repeat(8_000_001) }] }, 413],
  ])('refuses %s in the shape of OpenAI', async (_name, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });

  test('answers an unknown path with an error of the same shape', async () => {
    const response = await fetch(`${sandbox.modelBaseUrl}/files`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { message: 'Invalid URL (GET /v1/files)' } });
  });

  test('stops generating when the client disconnects', async () => {
    const leaving = new AbortController();
    const { stream: readable } = await stream('Tell me [sandbox: silence]', leaving.signal);
    const reading = (async () => {
      for await (const part of readable) if (part.type === 'stream-start') leaving.abort();
    })();
    await expect(reading).rejects.toThrow(/abort/i);
  });
});

describe('written failures of the model', () => {
  test.each([
    ['401', 401, 'Incorrect API key'],
    ['403', 403, 'not allowed'],
    ['429', 429, 'Rate limit'],
    ['quota', 429, 'exceeded your current quota'],
    ['500', 500, 'had an error'],
    ['html503', 503, ''],
  ])('%s', async (fault, statusCode, message) => {
    const refused = stream(`Hello [sandbox: ${fault}]`);
    await expect(refused).rejects.toMatchObject({ statusCode, message: expect.stringContaining(message) });
  });

  test('quota has the code that tells clients it is not a rate limit', async () => {
    const response = await post({ model: 'm', messages: [{ role: 'user', content: '[sandbox: quota]' }] });
    expect(await response.json()).toMatchObject({ error: { type: 'insufficient_quota', code: 'insufficient_quota' } });
  });

  test('only the last question counts', async () => {
    const messages = [
      { role: 'user', content: '[sandbox: 500]' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'And now?' },
    ];
    expect((await post({ model: 'm', messages })).status).toBe(200);
  });

  test('empty ends properly without any text', async () => {
    const { text, finish, error } = await read('[sandbox: empty]');
    expect(text).toBe('');
    expect(finish).toMatchObject({ finishReason: { unified: 'stop' } });
    expect(error).toBeUndefined();
  });

  test.each(['garbage', 'halfjson', 'flood'])('%s is an error for the client', async (fault) => {
    expect((await read(`[sandbox: ${fault}]`)).error).toBeDefined();
  });

  const postFault = (fault: string) =>
    post({ model: 'm', stream: true, messages: [{ role: 'user', content: `Hello [sandbox: ${fault}]` }] });

  test('a busy provider says how long to wait, in seconds or as a date, and answers the next request', async () => {
    const seconds = await postFault('429-2');
    expect([seconds.status, seconds.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await postFault('429-2')).status).toBe(200);
    expect((await postFault('429-2')).status).toBe(429);
    const date = await postFault('429-date');
    expect(Date.parse(date.headers.get('retry-after') ?? '')).toBeGreaterThan(Date.now());
    expect((await postFault('429-3600')).headers.get('retry-after')).toBe('3600');
    expect((await postFault('429-3600')).status).toBe(429);
  });

  test.each([
    ['json200', 'had an error'],
    ['quota200', 'current quota'],
  ])('%s is JSON with status 200, where a stream was asked for', async (fault, message) => {
    const response = await postFault(fault);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  test('credit is Anthropic’s refusal', async () => {
    const response = await postFault('credit');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining('credit balance is too low') },
    });
  });

  test('silence-before sends no headers either, and hangup closes immediately', async () => {
    const leaving = new AbortController();
    const silent = stream('[sandbox: silence-before]', leaving.signal);
    setTimeout(() => leaving.abort(), 100);
    await expect(silent).rejects.toThrow(/abort/i);
    await expect(postFault('hangup')).rejects.toThrow('fetch failed');
  });

  test('an answer that was cut off is continued where it stopped', async () => {
    const question = 'Plan the week [sandbox: long]';
    const say = async (task: ModelTaskId, ...messages: { role: string; content: string }[]) => {
      const response = await post({ model: 'm', messages }, task);
      const body = (await response.json()) as { choices: { message: { content: string } }[] }; // reason: OpenAI's shape
      return body.choices[0]?.message.content ?? '';
    };
    const whole = await say('answer', { role: 'user', content: question });
    const said = whole.slice(0, 500);
    const rest = await say(
      continueAnswer.id,
      { role: 'user', content: question },
      { role: 'assistant', content: said },
      { role: 'user', content: continueAnswer.request },
    );
    expect(said + rest).toBe(whole);
  });

  test('long has enough words for a minute of streaming', async () => {
    const { text, finish } = await read('Plan the week [sandbox: long]');
    expect(finish?.type === 'finish' && finish.usage.outputTokens.total).toBeGreaterThanOrEqual(1_800);
    expect(text).toContain('## Part 2');
  });

  test('reset breaks the connection after the first words', async () => {
    let text = '';
    const reading = (async () => {
      const { stream: readable } = await stream('Plan the week [sandbox: reset]');
      for await (const part of readable) if (part.type === 'text-delta') text += part.delta;
    })();
    await expect(reading).rejects.toThrow();
    expect(text).toContain('*Sandbox answer');
    await expect(post({ model: 'm', messages: [{ role: 'user', content: '[sandbox: reset]' }] })).rejects.toThrow();
  });
});
