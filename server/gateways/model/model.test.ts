import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4, convertArrayToReadableStream } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { toModelError } from './model-error.ts';
import { createModelGateway, MODEL_LIMITS } from './model.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish: LanguageModelV4StreamPart = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
const piece = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta });
const refused = (statusCode: number | undefined, message: string, headers: Record<string, string> = {}) =>
  new APICallError({
    message,
    url: 'http://model',
    requestBodyValues: {},
    statusCode,
    responseHeaders: { 'retry-after': '0', ...headers },
    responseBody: message,
  });

type Step = LanguageModelV4StreamPart[] | Error;

/** A model that takes one scripted step after another, and a count of how often it was asked. */
function modelThat(...steps: Step[]) {
  let asked = 0;
  const model = new MockLanguageModelV4({
    doStream: async () => {
      const step = steps[Math.min(asked, steps.length - 1)] ?? [];
      asked += 1;
      if (step instanceof Error) throw step;
      return { stream: convertArrayToReadableStream(step) };
    },
  });
  return { gateway: createModelGateway(model, { ...MODEL_LIMITS, retryDelayMs: 1 }), model, asked: () => asked };
}

async function read(
  gateway: ReturnType<typeof createModelGateway>,
  signal = new AbortController().signal,
): Promise<string[]> {
  const pieces: string[] = [];
  await gateway.answer({
    task: 'answer',
    instructions: 'Be Emmie.',
    history: [{ role: 'user', content: 'Hello' }],
    signal,
    onText: (text) => void pieces.push(text),
  });
  return pieces;
}

describe('reading an answer', () => {
  test('gives the pieces in order and sends instructions, history, and the task as a header', async () => {
    const { gateway, model } = modelThat([piece('One '), piece('two'), finish]);
    expect(await read(gateway)).toEqual(['One ', 'two']);
    expect(model.doStreamCalls[0]?.prompt).toMatchObject([
      { role: 'system', content: 'Be Emmie.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ]);
    expect(model.doStreamCalls[0]?.headers).toEqual({ 'x-tenfold-task': 'answer' });
  });

  test('sends the length limit of an answer, if there is one', async () => {
    const { gateway, model } = modelThat([piece('Yes'), finish]);
    const asked = {
      task: 'answer',
      instructions: 'Be Emmie.',
      history: [],
      signal: new AbortController().signal,
      onText: () => {},
    };
    await gateway.answer({ ...asked, maxOutputTokens: 300 });
    await gateway.answer(asked);
    expect(model.doStreamCalls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([300, undefined]);
  });

  test('tries at most three times, and only before the first piece', async () => {
    const patient = modelThat(refused(500, 'down'), refused(429, 'slow down'), [piece('Here'), finish]);
    expect(await read(patient.gateway)).toEqual(['Here']);
    const down = modelThat(refused(503, '<html>down</html>'));
    await expect(read(down.gateway)).rejects.toMatchObject({ failure: 'error' });
    expect(down.asked()).toBe(3);
    const broken = modelThat([piece('Half'), { type: 'error', error: new TypeError('terminated') }]);
    await expect(read(broken.gateway)).rejects.toMatchObject({ failure: 'network' });
    expect(broken.asked()).toBe(1);
  });

  test('does not wait an hour for a provider that asks for one', async () => {
    const busy = modelThat(refused(429, 'later', { 'retry-after': '3600' }));
    await expect(read(busy.gateway)).rejects.toMatchObject({ failure: 'error' });
    expect(busy.asked()).toBe(1);
  });

  test('treats an answer without text or without an end as a failure', async () => {
    await expect(read(modelThat([finish]).gateway)).rejects.toMatchObject({ failure: 'error' });
    await expect(read(modelThat([piece('Half a sent')]).gateway)).rejects.toMatchObject({ failure: 'network' });
  });

  test('never buffers more than the maximum length of an answer', async () => {
    await expect(
      read(modelThat([piece('x'.repeat(MODEL_LIMITS.maxAnswerLength + 1)), finish]).gateway),
    ).rejects.toMatchObject({ failure: 'error' });
  });
});

test.each([
  [401, 'bad key', 'error'],
  [403, 'forbidden', 'error'],
  [429, 'You exceeded your current quota, please check your plan and billing details.', 'quota'],
  [402, 'pay first', 'quota'],
  [504, 'gateway', 'timeout'],
  [undefined, 'Cannot connect to API', 'network'],
])('a provider’s %s (%s) is reported as %s', (status, message, failure) => {
  expect(toModelError(refused(status, message)).failure).toBe(failure);
});
