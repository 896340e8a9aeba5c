import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import { ZOD_MESSAGES } from '#server/lib/validation-messages.ts';
import {
  chatRequestSchema,
  readConversation,
  TASK_HEADER,
  type ChatRequest,
  type Conversation,
} from './chat-request.ts';
import { complete } from './completion.ts';
import { embed, embeddingsRequestSchema } from './tasks/embeddings.ts';
import { faultIn, type Fault } from './faults.ts';
import { openAiError } from './openai-error.ts';
import { delayBefore, wait, type Pace } from './pace.ts';
import type { PromptLog } from './prompt-log.ts';
import type { SandboxCall } from './memory/memory-calls.ts';
import { createRefusals } from './refusals.ts';
import { keepSilent } from './stream-faults.ts';
import { streamCompletion } from './stream.ts';
import { isTask } from './tasks/compose-task.ts';

/** A picture of 5 MB is 7 MB in Base64. */
const BODY_MAX_BYTES = 8_000_000;
const MODEL = { id: 'sandbox', object: 'model', created: 1_767_225_600, owned_by: 'tenfold' };

type Env = { Bindings: HttpBindings };
type ModelApiOptions = { pace: Pace; log: Log; now: () => Date; closing: AbortSignal; prompts?: PromptLog };

function readRequest(body: unknown): { request: ChatRequest } | { problem: z.core.$ZodIssue | undefined } {
  const parsed = chatRequestSchema.safeParse(body, ZOD_MESSAGES);
  return parsed.success ? { request: parsed.data } : { problem: parsed.error.issues[0] };
}

function invalidValue(problem: z.core.$ZodIssue | undefined) {
  const param = problem?.path.join('.') ?? null;
  const message = `Invalid value for '${param}': ${problem?.message}`;
  return openAiError(message, 'invalid_request_error', 'invalid_value', param);
}

type Asked = { request: ChatRequest; conversation: Conversation; fault: Fault | null };

function answerStream(c: Context<Env>, { request, conversation, fault }: Asked, options: ModelApiOptions) {
  const { pace, log, now, closing } = options;
  const completion = complete(request, conversation, { now: now(), fault });
  const gone = new AbortController();
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => gone.abort());
    const tokens = await streamCompletion({
      completion,
      includeUsage: request.stream_options?.include_usage === true,
      fault,
      pace,
      signal: AbortSignal.any([gone.signal, closing]),
      write: (data) => stream.writeSSE({ data }),
      writeRaw: (bytes) => stream.write(bytes),
      breakConnection: () => void c.env.outgoing.destroy(),
    });
    log.debug({ tokens, isWhole: tokens === completion.tokens.length, fault }, 'sandbox: model streamed');
  });
}

function hangUp(c: Context<Env>) {
  c.env.outgoing.destroy();
  return c.body(null);
}

const toolCalls = (calls: readonly SandboxCall[]) =>
  calls.length === 0
    ? {}
    : { tool_calls: calls.map(({ id, ...called }) => ({ id, type: 'function', function: called })) };

async function answerWhole(c: Context<Env>, { request, conversation, fault }: Asked, options: ModelApiOptions) {
  const { id, created, model, tokens, calls, finishReason, usage } = complete(request, conversation, {
    now: options.now(),
    fault,
  });
  if (fault === 'garbage')
    return c.body('{"id":"chatcmpl-sandbox","choices":[{"mess', 200, { 'content-type': 'application/json' });
  if (fault === 'reset') return hangUp(c);
  const signal = AbortSignal.any([c.req.raw.signal, options.closing]);
  if (fault === 'silence') await keepSilent(signal);
  await wait(delayBefore(0, { pace: options.pace, isSlow: fault === 'slow' }), signal);
  return c.json({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: tokens.join(''), refusal: null, ...toolCalls(calls) },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage,
  });
}

/** OpenAI's `/v1/models`, `/v1/embeddings` and `/v1/chat/completions`. Any key and any model name are accepted. */
export function createModelApi(options: ModelApiOptions): Hono<Env> {
  const app = new Hono<Env>();
  const refuse = createRefusals(options.now);
  const tooLarge = openAiError('The request body is too large.', 'invalid_request_error', 'request_too_large');
  // The rest of such a body is not read, so the connection can't be reused.
  const refuseBody = (c: Context) => c.json(tooLarge, 413, { connection: 'close' });
  app.use(bodyLimit({ maxSize: BODY_MAX_BYTES, onError: refuseBody }));
  app.get('/models', (c) => c.json({ object: 'list', data: [MODEL] }));
  app.post('/embeddings', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const parsed = embeddingsRequestSchema.safeParse(body, ZOD_MESSAGES);
    return parsed.success ? c.json(embed(parsed.data)) : c.json(invalidValue(parsed.error.issues[0]), 400);
  });
  app.post('/chat/completions', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined)
      return c.json(openAiError('We could not parse the JSON body of your request.', 'invalid_request_error'), 400);
    const read = readRequest(body);
    if (!('request' in read)) return c.json(invalidValue(read.problem), 400);
    const { request } = read;
    const conversation = readConversation(request, c.req.header(TASK_HEADER));
    const question = conversation.turns.findLast((turn) => turn.role === 'user');
    // A message with a fault in it is also read for facts and summarized, where the fault means nothing.
    const isBackground = isTask(conversation);
    options.prompts?.add(conversation, options.now());
    const fault = isBackground ? null : faultIn(question?.text ?? '');
    const refusal = refuse(fault, JSON.stringify(conversation));
    if (refusal) return c.body(refusal.body, refusal.status, refusal.headers);
    if (fault === 'silence-before') await keepSilent(AbortSignal.any([c.req.raw.signal, options.closing]));
    if (fault === 'silence-before' || fault === 'hangup') return hangUp(c);
    const paced = isBackground ? { ...options, pace: 'instant' as const } : options;
    const asked = { request, conversation, fault };
    return request.stream ? answerStream(c, asked, paced) : answerWhole(c, asked, paced);
  });
  app.all('*', (c) => c.json(openAiError(`Invalid URL (${c.req.method} ${c.req.path})`, 'invalid_request_error'), 404));
  return app;
}
