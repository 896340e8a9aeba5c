import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { urlOf } from '#tests/support/model/model-provider.ts';
import { createLanguageModel, type ModelSettings } from './model-client.ts';
import { areToolsRefused } from './model-error.ts';
import type { ToolCall, Tools } from './model-tools.ts';
import { createModelGateway, MODEL_LIMITS } from './model.ts';

let bodies: Record<string, unknown>[] = [];
let respond: (response: ServerResponse) => void = () => undefined;
async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
  bodies.push(JSON.parse(await text(incoming)) as Record<string, unknown>); // reason: only compared
  respond(outgoing);
}
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  bodies = [];
});

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic'] as const;
type Provider = ModelSettings['provider'];
const streams = (events: readonly object[]) => {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const named = events.map((event) => {
      const type = 'type' in event ? `event: ${String(event.type)}\n` : '';
      return `${type}data: ${JSON.stringify(event)}\n\n`;
    });
    response.end(`${named.join('')}data: [DONE]\n\n`);
  };
};
const refuses = (status: number, body: string) => {
  respond = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };
};

const ARGUMENTS = ['{"order":"Forget the fax', ' number","facts":[7]}'];
const chunk = (delta: object, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'any',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const called = (part: object) => chunk({ tool_calls: [{ index: 0, ...part }] });
const usage = { ...chunk({}), choices: [], usage: { prompt_tokens: 90, completion_tokens: 20, total_tokens: 110 } };
/** An answer with some text and a tool call, as each provider streams it. */
const CALLS: Record<Provider, object[]> = (() => {
  const chat = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'One moment.' }),
    called({ id: 'call_1', type: 'function', function: { name: 'forget', arguments: '' } }),
    ...ARGUMENTS.map((part) => called({ function: { arguments: part } })),
    chunk({}, 'tool_calls'),
    usage,
  ];
  const delta = (index: number, part: object) => ({ type: 'content_block_delta', index, delta: part });
  const anthropic = [
    { type: 'message_start', message: { id: 'm', model: 'any', usage: { input_tokens: 90, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    delta(0, { type: 'text_delta', text: 'One moment.' }),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'call_1', name: 'forget', input: {} },
    },
    ...ARGUMENTS.map((part) => delta(1, { type: 'input_json_delta', partial_json: part })),
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ];
  return { 'openai-compatible': chat, openai: chat, anthropic };
})();
const TEXT: Record<Provider, object[]> = (() => {
  const chat = [chunk({ content: 'Gone.' }), chunk({}, 'stop'), usage];
  const anthropic = [
    { type: 'message_start', message: { id: 'm', model: 'any', usage: { input_tokens: 120, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Gone.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ];
  return { 'openai-compatible': chat, openai: chat, anthropic };
})();

const TOOL = {
  name: 'forget',
  description: 'Forgets facts.',
  inputSchema: { type: 'object', properties: { order: { type: 'string' }, facts: { type: 'array' } } },
};
const gatewayOf = (provider: Provider) =>
  createModelGateway(createLanguageModel({ provider, baseUrl: urlOf(server), apiKey: 'key', model: 'any' }), {
    ...MODEL_LIMITS,
    retryDelayMs: 1,
  });
async function ask(gateway: ReturnType<typeof gatewayOf>, tools?: Tools) {
  const calls: ToolCall[] = [];
  let said = '';
  const used = await gateway.answer({
    task: 'answer',
    instructions: 'You are Emmie.',
    history: [{ role: 'user', content: 'Forget the fax number.' }],
    ...(tools ? { tools } : {}),
    signal: new AbortController().signal,
    onText: (piece) => (said += piece),
    onToolCall: (call) => void calls.push(call),
  });
  return { calls, said, used };
}

describe.each(PROVIDERS)('tools with %s', (provider) => {
  test('tools are offered, and a tool call arrives with the text before it', async () => {
    streams(CALLS[provider]);
    const { calls, said, used } = await ask(gatewayOf(provider), { offered: [TOOL] });
    expect(said).toBe('One moment.');
    expect(calls).toEqual([{ id: 'call_1', name: 'forget', input: { order: 'Forget the fax number', facts: [7] } }]);
    expect(used).toEqual({ inputTokens: 90, outputTokens: 20 });
    const wire =
      provider === 'anthropic'
        ? { name: 'forget', description: 'Forgets facts.', input_schema: TOOL.inputSchema }
        : {
            type: 'function',
            function: { name: 'forget', description: 'Forgets facts.', parameters: TOOL.inputSchema },
          };
    expect(bodies[0]).toMatchObject({ tools: [wire] });
  });

  test('tool results go into the next request, which can’t call tools again', async () => {
    streams(TEXT[provider]);
    const call = { id: 'call_1', name: 'forget', input: { facts: [7] }, result: 'Forgotten: Fax.' };
    const { said } = await ask(gatewayOf(provider), {
      offered: [TOOL],
      called: { text: 'One moment.', calls: [call] },
    });
    expect(said).toBe('Gone.');
    const messages = bodies[0]?.['messages'] as object[]; // reason: the request has them
    const wire =
      provider === 'anthropic'
        ? [
            {
              role: 'assistant',
              content: [{ text: 'One moment.' }, { type: 'tool_use', id: 'call_1', input: { facts: [7] } }],
            },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
          ]
        : [
            {
              role: 'assistant',
              content: 'One moment.',
              tool_calls: [{ id: 'call_1', function: { arguments: '{"facts":[7]}' } }],
            },
            { role: 'tool', tool_call_id: 'call_1', content: 'Forgotten: Fax.' },
          ];
    expect(messages.slice(-2)).toMatchObject(wire);
    expect(JSON.stringify(bodies[0]?.['tool_choice'] ?? 'none')).toContain('none');
  });

  test.each([
    [400, '{"error":{"message":"any does not support tools"}}'],
    [404, '{"error":{"message":"No endpoints found that support tool use."}}'],
    [500, '{"error":{"message":"tools param requires --jinja flag"}}'],
  ])('a provider that refuses tools with %i is detected after one request', async (status, body) => {
    refuses(status, body);
    const gateway = gatewayOf(provider);
    const refused = await ask(gateway, { offered: [TOOL] }).catch((error: unknown) => error);
    expect([areToolsRefused(refused), gateway.canCallTools(), bodies.length]).toEqual([true, false, 1]);
  });

  test('a refused request that offered no tools doesn’t turn tools off', async () => {
    refuses(400, '{"error":{"message":"This model’s context is too short. Use fewer tools."}}');
    const gateway = gatewayOf(provider);
    await expect(ask(gateway)).rejects.toMatchObject({ code: 'HTTP 400' });
    expect([gateway.canCallTools(), bodies[0]?.['tools']]).toEqual([true, undefined]);
  });
});

test('a provider that refuses tools only after it starts streaming is detected, too', async () => {
  streams([{ error: { message: 'any does not support tools', type: 'invalid_request_error' } }]);
  const gateway = gatewayOf('openai-compatible');
  const refused = await ask(gateway, { offered: [TOOL] }).catch((error: unknown) => error);
  expect([areToolsRefused(refused), gateway.canCallTools(), bodies.length]).toEqual([true, false, 1]);
});

test('a model that gets its tool results and only calls tools again hasn’t answered', async () => {
  streams(CALLS['openai-compatible'].filter((part) => !JSON.stringify(part).includes('One moment.')));
  const told = { text: '', calls: [{ id: 'call_1', name: 'forget', input: {}, result: 'Forgotten: Fax.' }] };
  const answered = ask(gatewayOf('openai-compatible'), { offered: [TOOL], called: told });
  await expect(answered).rejects.toMatchObject({ code: 'no whole answer' });
});

test('a tool call whose arguments are too long is read as a call without arguments', async () => {
  const long = JSON.stringify({ order: 'x'.repeat(9_000) });
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'forget', arguments: long } };
  streams([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), usage]);
  const { calls } = await ask(gatewayOf('openai'), { offered: [TOOL] });
  expect(calls).toEqual([{ id: 'call_1', name: 'forget', input: undefined }]);
});

test('a tool call that is too long, over the limit or not JSON is never executed as is', async () => {
  const many = Array.from({ length: 7 }, (_, index) =>
    chunk({
      tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: 'forget', arguments: '{' } }],
    }),
  );
  streams([...many, chunk({}, 'tool_calls'), usage]);
  const { calls } = await ask(gatewayOf('openai'), { offered: [TOOL] });
  expect(calls.length).toBeLessThanOrEqual(5);
  expect(calls.every(({ input }) => input === undefined)).toBe(true);
});
