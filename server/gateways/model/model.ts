import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { StreamingModel } from './model-client.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '#server/lib/concurrency/until-aborted.ts';
import { isAboutTools, ModelError, toModelError, TOOLS_REFUSED } from './model-error.ts';
import { watchProgress, type Progress } from './model-progress.ts';
import { shortcut, type AnswerListener } from './model-shortcut.ts';
import { readToolCall, toolExchange, toolOptions, type ToolCall, type Tools } from './model-tools.ts';

export type ModelRequest = {
  /** The id of the task, which the provider gets in the header `x-tenfold-task`. */
  task: string;
  instructions: string;
  /** Oldest first; the last one is the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  /** A picture that the question is about. Not every model accepts one. */
  image?: { mime: string; bytes: Uint8Array };
  /** The most tokens the answer may have, thoughts included; without it the provider's own limit applies. */
  maxOutputTokens?: number;
  /** Asks for JSON of this JSON Schema. Not every provider keeps to it, so the answer has to be checked. */
  responseSchema?: Record<string, unknown>;
  /** What the model may call, and what it has called in this turn. */
  tools?: Tools;
  signal: AbortSignal;
  /** Takes each piece of the answer as it arrives. Never called after the signal has aborted. */
  onText: (piece: string) => void;
  /** Receives the tool calls once the answer has ended properly. An answer with calls needs no text. */
  onToolCall?: (call: ToolCall) => void;
};
/** What an answer cost, in the provider's tokens; `null` where the provider did not say. */
export type ModelUsage = { inputTokens: number | null; outputTokens: number | null };

/** The model. Resolves when the answer is complete; rejects with ModelError, or with the signal's reason when aborted. */
export type ModelGateway = { answer: (request: ModelRequest) => Promise<ModelUsage> };
/** A model that is assumed to support tools until its provider refuses a request because of them. */
export type TeammateModel = ModelGateway & { canCallTools: () => boolean };

export type ModelLimits = {
  /** The number of attempts, retries included, before the first piece has arrived. */
  maxTries: number;
  /** The pause before the first retry where the provider names no time, in milliseconds; it doubles for each one after. */
  retryDelayMs: number;
  /** The request is abandoned after this long without a piece or a thought, in milliseconds. The reader hears of it within 90 s. */
  idleTimeoutMs: number;
  /** The request is abandoned after this long overall, in milliseconds. */
  totalTimeoutMs: number;
  /** The longest answer kept, in UTF-16 units: bounds what one broken provider can make us hold. */
  maxAnswerLength: number;
};

export const MODEL_LIMITS: ModelLimits = {
  maxTries: 3,
  retryDelayMs: 500,
  idleTimeoutMs: 80_000,
  totalTimeoutMs: 600_000,
  maxAnswerLength: 200_000,
};
/** Strict providers refuse what they don't know in a request's body, and ignore headers. */
const TASK_HEADER = 'x-tenfold-task';
/** If a provider asks for a longer wait than this, the person is told right away. */
const LONGEST_RETRY_WAIT_MS = 10_000;

function toPrompt({ instructions, history, image, tools }: ModelRequest): LanguageModelV4Prompt {
  const asked: LanguageModelV4Prompt = history.map((message) => ({
    role: message.role,
    content: [{ type: 'text' as const, text: message.content }],
  }));
  const last = asked.at(-1);
  if (image && last?.role === 'user')
    last.content.push({ type: 'file', mediaType: image.mime, data: { type: 'data', data: image.bytes } });
  return [{ role: 'system', content: instructions }, ...asked, ...toolExchange(tools)];
}

type Read = { usage: ModelUsage; calls: ToolCall[] };

/** Reads whatever didn't take the shortcut. Resolves with the usage, or with `null` when the answer has no proper end. */
async function readParts(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  { onText, onThought }: AnswerListener,
): Promise<Read | null> {
  let usage: ModelUsage | null = null;
  const calls: ToolCall[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = next.value;
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') onText(part.delta);
    if ((part.type === 'reasoning-delta' || part.type === 'tool-input-delta') && part.delta !== '') onThought();
    if (part.type === 'tool-call') calls.push(...readToolCall(part, calls.length));
    if (part.type === 'finish' && part.finishReason.unified !== 'error')
      usage = {
        inputTokens: part.usage.inputTokens.total ?? null,
        outputTokens: part.usage.outputTokens.total ?? null,
      };
  }
  return usage && { usage, calls };
}

async function readOnce(
  model: StreamingModel,
  options: Omit<LanguageModelV4CallOptions, 'abortSignal'>,
  signal: AbortSignal,
  listener: AnswerListener,
): Promise<Read | null> {
  // Ends the connection of this attempt when it fails, and nothing else.
  const leaving = new AbortController();
  const abortSignal = AbortSignal.any([signal, leaving.signal]);
  try {
    const { stream } = await untilAborted(
      shortcut.run(listener, async () => model.doStream({ ...options, abortSignal })),
      signal,
    );
    const reader = stream.getReader();
    const parts = readParts(reader, listener);
    return await untilAborted(parts, signal).finally(() => void reader.cancel().catch(() => {}));
  } finally {
    leaving.abort();
  }
}

/**
 * A gateway that retries only while nothing has been read, so that no piece is ever repeated. `hasTools`: whether the
 * operator lets the model call tools.
 */
export function createModelGateway(
  model: StreamingModel,
  limits: ModelLimits = MODEL_LIMITS,
  { hasTools = true }: { hasTools?: boolean } = {},
): TeammateModel {
  // Kept in memory: another process, or this one after a restart, asks the provider once more.
  let canCallTools = hasTools;

  /** How long to wait before the next attempt. Throws when retrying is pointless. */
  function waitBeforeNext(failure: ModelError, tries: number): number {
    const waitMs = failure.retryAfterMs ?? limits.retryDelayMs * 2 ** (tries - 1);
    if (!failure.canRetry || tries >= limits.maxTries || waitMs > LONGEST_RETRY_WAIT_MS) throw failure;
    return waitMs;
  }

  async function tryUntilAnswered(request: ModelRequest, progress: Progress): Promise<ModelUsage> {
    const { maxOutputTokens, responseSchema, tools } = request;
    const options = {
      prompt: toPrompt(request),
      headers: { [TASK_HEADER]: request.task },
      maxOutputTokens,
      ...(responseSchema ? { responseFormat: { type: 'json' as const, schema: responseSchema } } : {}),
      ...toolOptions(tools),
    };
    const signal = AbortSignal.any([request.signal, progress.signal]);
    signal.throwIfAborted();
    let length = 0;
    let isOver = false;
    // Checking the signal itself at every piece would cost a tenth of reading the answer.
    signal.addEventListener('abort', () => (isOver = true), { once: true });
    const onText = (piece: string) => {
      if (isOver || piece === '') return;
      progress.touch();
      length += piece.length;
      if (length > limits.maxAnswerLength) progress.giveUp(new ModelError('error', { code: 'too long' }));
      else request.onText(piece);
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const read = await readOnce(model, options, signal, { onText, onThought: progress.touch });
        // Once it has the results of its calls, it can only write text.
        const calls = read === null || tools?.called ? [] : read.calls;
        if (read !== null && (length > 0 || calls.length > 0)) {
          for (const call of calls) request.onToolCall?.(call);
          return read.usage;
        }
        throw new ModelError(length === 0 ? 'error' : 'network', { canRetry: true, code: 'no whole answer' });
      } catch (error) {
        // Our own reason (stopped, timed out) is more precise than the error it surfaces as.
        signal.throwIfAborted();
        // A request with tool results has already used tools, so the model supports them.
        if (tools && !tools.called && length === 0 && isAboutTools(error)) {
          canCallTools = false;
          throw new ModelError('error', { code: TOOLS_REFUSED });
        }
        const failure = toModelError(error);
        if (length > 0) throw failure;
        const waitMs = waitBeforeNext(failure, tries);
        await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  return {
    answer: async (request) => {
      const progress = watchProgress(limits);
      try {
        return await tryUntilAnswered(request, progress);
      } finally {
        progress.stop();
      }
    },
    canCallTools: () => canCallTools,
  };
}
