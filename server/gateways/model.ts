import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt } from '@ai-sdk/provider';
import { setTimeout as wait } from 'node:timers/promises';
import type { TurnFailure } from '#contract/chat.ts';

export type ModelSettings = {
  provider: 'openai-compatible' | 'openai' | 'anthropic';
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
};
export type ModelRequest = {
  instructions: string;
  /** Oldest first; the last one is the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  signal: AbortSignal;
  /** Takes each piece of the answer as it comes. */
  onText: (piece: string) => void;
};
/** What an answer cost, in the provider's tokens; `null` where it did not say. */
export type ModelUsage = { inputTokens: number | null; outputTokens: number | null };

/** Why the model gave no (whole) answer, as one of the four kinds of spec §8. Carries nothing of the provider's own words. */
export class ModelError extends Error {
  readonly failure: TurnFailure;
  /** Whether another try can help. */
  readonly canRetry: boolean;
  readonly retryAfterMs: number | null;

  constructor(
    failure: TurnFailure,
    options: { canRetry?: boolean; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(`model: ${failure}`, { cause: options.cause });
    this.name = 'ModelError';
    this.failure = failure;
    this.canRetry = options.canRetry ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** The model. Resolves when the answer is whole; rejects with ModelError, or with the signal's reason when aborted. */
export type ModelGateway = { answer: (request: ModelRequest) => Promise<ModelUsage> };

export type ModelLimits = {
  /** Tries in all, before the first piece has come. */
  maxTries: number;
  /** Given up after this long without a piece, in milliseconds. */
  idleTimeoutMs: number;
  /** Given up after this long in all, in milliseconds. */
  totalTimeoutMs: number;
  /** Longest answer kept, in UTF-16 units: bounds what one broken provider can make us hold. */
  maxAnswerLength: number;
};

export const MODEL_LIMITS: ModelLimits = {
  maxTries: 3,
  idleTimeoutMs: 90_000,
  totalTimeoutMs: 600_000,
  maxAnswerLength: 200_000,
};
const LONGEST_RETRY_WAIT_MS = 10_000;

/** Picks the provider's own client. Source: the `ai` packages' language model interface (`doStream`). */
export function createLanguageModel(settings: ModelSettings): LanguageModelV4 {
  const common = { apiKey: settings.apiKey ?? 'none', ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}) };
  if (settings.provider === 'anthropic') return createAnthropic(common)(settings.model);
  // `openai('x')` would call /responses, which servers behind a gateway often lack.
  if (settings.provider === 'openai') return createOpenAI(common).chat(settings.model);
  return createOpenAICompatible({ name: 'model', includeUsage: true, ...common, baseURL: settings.baseUrl ?? '' })(
    settings.model,
  );
}

function toPrompt({ instructions, history }: ModelRequest): LanguageModelV4Prompt {
  return [
    { role: 'system', content: instructions },
    ...history.map((message) => ({ role: message.role, content: [{ type: 'text' as const, text: message.content }] })),
  ];
}

function retryAfterMs(headers: Record<string, string> | undefined): number | null {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** Sorts what a provider or the network threw into the four kinds that people are told about. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (APICallError.isInstance(error)) {
    const said = `${error.message} ${error.responseBody ?? ''}`;
    if (/quota|billing|insufficient_funds|credit balance/i.test(said) || error.statusCode === 402)
      return new ModelError('quota', { cause: error });
    if (error.statusCode === undefined) return new ModelError('network', { canRetry: true, cause: error });
    if (error.statusCode === 408 || error.statusCode === 504)
      return new ModelError('timeout', { canRetry: true, cause: error });
    return new ModelError('error', {
      canRetry: error.statusCode === 429 || error.statusCode >= 500,
      retryAfterMs: retryAfterMs(error.responseHeaders),
      cause: error,
    });
  }
  const said =
    error instanceof Error
      ? `${error.name} ${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
      : JSON.stringify(error);
  if (/quota|billing/i.test(said)) return new ModelError('quota', { cause: error });
  if (/timeout|timed out/i.test(said)) return new ModelError('timeout', { cause: error });
  if (/fetch failed|network|socket|ECONN|ENOTFOUND|EAI_AGAIN|terminated|Cannot connect/i.test(said))
    return new ModelError('network', { canRetry: true, cause: error });
  return new ModelError('error', { cause: error });
}

/** Aborts when `idleMs` pass without `touch`. */
function watchdog(idleMs: number): { signal: AbortSignal; touch: () => void; stop: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new ModelError('timeout')), idleMs);
    timer.unref();
  };
  touch();
  return { signal: controller.signal, touch, stop: () => clearTimeout(timer) };
}

/** Reads the provider's stream through its own model interface, without the heavy transforms of `streamText`. */
async function readOnce(model: LanguageModelV4, request: ModelRequest, limits: ModelLimits): Promise<ModelUsage> {
  const idle = watchdog(limits.idleTimeoutMs);
  const abortSignal = AbortSignal.any([request.signal, idle.signal]);
  let length = 0;
  try {
    const { stream } = await model.doStream({ prompt: toPrompt(request), abortSignal });
    let usage: ModelUsage | null = null;
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish' && part.finishReason.unified !== 'error')
        usage = {
          inputTokens: part.usage.inputTokens.total ?? null,
          outputTokens: part.usage.outputTokens.total ?? null,
        };
      if (part.type !== 'text-delta' || part.delta === '') continue;
      idle.touch();
      length += part.delta.length;
      if (length > limits.maxAnswerLength) throw new ModelError('error');
      request.onText(part.delta);
    }
    abortSignal.throwIfAborted();
    if (length === 0 || usage === null)
      throw new ModelError(length === 0 ? 'error' : 'network', { canRetry: length === 0 });
    return usage;
  } catch (error) {
    // Our own reason (stopped, timed out) says more than the AbortError it comes out as.
    if (abortSignal.aborted) throw abortSignal.reason;
    throw error;
  } finally {
    idle.stop();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted());
}

/** A gateway that tries again only while nothing was read yet, so that no piece is ever said twice. */
export function createModelGateway(model: LanguageModelV4, limits: ModelLimits = MODEL_LIMITS): ModelGateway {
  return {
    async answer(request) {
      const total = AbortSignal.timeout(limits.totalTimeoutMs);
      const signal = AbortSignal.any([request.signal, total]);
      for (let attempt = 1; ; attempt += 1) {
        let hasStarted = false;
        try {
          const onText = (piece: string) => {
            hasStarted = true;
            request.onText(piece);
          };
          return await readOnce(model, { ...request, signal, onText }, limits);
        } catch (error) {
          request.signal.throwIfAborted();
          const failure = total.aborted ? new ModelError('timeout') : toModelError(error);
          const waitMs = failure.retryAfterMs ?? 250 * 2 ** attempt;
          if (hasStarted || !failure.canRetry || attempt >= limits.maxTries || waitMs > LONGEST_RETRY_WAIT_MS)
            throw failure;
          await pause(waitMs, signal);
        }
      }
    },
  };
}
