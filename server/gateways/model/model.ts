import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { setTimeout as wait } from 'node:timers/promises';
import { ModelError, toModelError } from './model-error.ts';
import { watchProgress, type Progress } from './model-progress.ts';
import { shortCut, type AnswerListener } from './model-short-cut.ts';

export type ModelRequest = {
  instructions: string;
  /** Oldest first; the last one is the question. */
  history: { role: 'user' | 'assistant'; content: string }[];
  /** Most tokens that the answer may have, thoughts included; without it the provider's own bound holds. */
  maxOutputTokens?: number;
  signal: AbortSignal;
  /** Takes each piece of the answer as it comes. Never called after the signal has aborted. */
  onText: (piece: string) => void;
};
/** What an answer cost, in the provider's tokens; `null` where it did not say. */
export type ModelUsage = { inputTokens: number | null; outputTokens: number | null };

/** The model. Resolves when the answer is whole; rejects with ModelError, or with the signal's reason when aborted. */
export type ModelGateway = { answer: (request: ModelRequest) => Promise<ModelUsage> };

export type ModelLimits = {
  /** Tries in all, before the first piece has come. */
  maxTries: number;
  /** Waited before the second try where the provider names no time, in milliseconds; doubled for each one after. */
  retryDelayMs: number;
  /** Given up after this long without a piece or a thought, in milliseconds. */
  idleTimeoutMs: number;
  /** Given up after this long in all, in milliseconds. */
  totalTimeoutMs: number;
  /** Longest answer kept, in UTF-16 units: bounds what one broken provider can make us hold. */
  maxAnswerLength: number;
};

export const MODEL_LIMITS: ModelLimits = {
  maxTries: 3,
  retryDelayMs: 500,
  idleTimeoutMs: 90_000,
  totalTimeoutMs: 600_000,
  maxAnswerLength: 200_000,
};
/** Where a provider asks for more than this, the person is told at once. */
const LONGEST_RETRY_WAIT_MS = 10_000;

function toPrompt({ instructions, history }: ModelRequest): LanguageModelV4Prompt {
  return [
    { role: 'system', content: instructions },
    ...history.map((message) => ({ role: message.role, content: [{ type: 'text' as const, text: message.content }] })),
  ];
}

/** Settles as `promise` does, or rejects with the signal's reason, whichever comes first. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** Reads what has not taken the short cut. Resolves with the usage, or with `null` where the answer has no proper end. */
async function readParts(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  { onText, onThought }: AnswerListener,
): Promise<ModelUsage | null> {
  let usage: ModelUsage | null = null;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = next.value;
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') onText(part.delta);
    if (part.type === 'reasoning-delta' && part.delta !== '') onThought();
    if (part.type === 'finish' && part.finishReason.unified !== 'error')
      usage = {
        inputTokens: part.usage.inputTokens.total ?? null,
        outputTokens: part.usage.outputTokens.total ?? null,
      };
  }
  return usage;
}

async function readOnce(
  model: LanguageModelV4,
  options: Pick<LanguageModelV4CallOptions, 'prompt' | 'maxOutputTokens'>,
  signal: AbortSignal,
  listener: AnswerListener,
): Promise<ModelUsage | null> {
  // Ends this try's connection when it fails, and nothing else.
  const leaving = new AbortController();
  const abortSignal = AbortSignal.any([signal, leaving.signal]);
  try {
    const { stream } = await untilAborted(
      shortCut.run(listener, async () => model.doStream({ ...options, abortSignal })),
      signal,
    );
    const reader = stream.getReader();
    const parts = readParts(reader, listener);
    return await untilAborted(parts, signal).finally(() => void reader.cancel().catch(() => {}));
  } finally {
    leaving.abort();
  }
}

/** A gateway that tries again only while nothing was read yet, so that no piece is ever said twice. */
export function createModelGateway(model: LanguageModelV4, limits: ModelLimits = MODEL_LIMITS): ModelGateway {
  /** How long to wait before the next try. Throws where another one is of no use. */
  function waitBeforeNext(failure: ModelError, tries: number): number {
    const waitMs = failure.retryAfterMs ?? limits.retryDelayMs * 2 ** (tries - 1);
    if (!failure.canRetry || tries >= limits.maxTries || waitMs > LONGEST_RETRY_WAIT_MS) throw failure;
    return waitMs;
  }

  async function tryUntilAnswered(request: ModelRequest, progress: Progress): Promise<ModelUsage> {
    const options = { prompt: toPrompt(request), maxOutputTokens: request.maxOutputTokens };
    const signal = AbortSignal.any([request.signal, progress.signal]);
    signal.throwIfAborted();
    let length = 0;
    let isOver = false;
    // Asking the signal itself at every piece would cost a tenth of reading it.
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
        const usage = await readOnce(model, options, signal, { onText, onThought: progress.touch });
        if (usage !== null && length > 0) return usage;
        throw new ModelError(length === 0 ? 'error' : 'network', { canRetry: true, code: 'no whole answer' });
      } catch (error) {
        // Our own reason (stopped, timed out) says more than what it comes out as.
        signal.throwIfAborted();
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
  };
}
