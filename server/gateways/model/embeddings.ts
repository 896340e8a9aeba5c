import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { modelAddress } from './model-address.ts';
import type { ModelSettings } from './model-client.ts';
import { ModelError } from './model-error.ts';

/** The most texts of one request. */
const EMBEDDED_AT_ONCE = 32;
const DIMENSIONS_MAX = 4_096;

type EmbeddingLimits = { maxTries: number; retryDelayMs: number; timeoutMs: number };
const LIMITS: EmbeddingLimits = { maxTries: 3, retryDelayMs: 500, timeoutMs: 20_000 };
/** A number in JSON has up to 25 characters. */
const BODY_MAX_BYTES = EMBEDDED_AT_ONCE * DIMENSIONS_MAX * 32;

type EmbedOptions = {
  signal: AbortSignal;
  /** Somebody is waiting: it isn't tried again. */
  isUrgent?: boolean;
};
/** Turns texts into vectors: texts that mean the same have about the same direction. */
export type EmbeddingsGateway = {
  model: string;
  /** The most texts of one request. */
  atOnce: number;
  /** One vector for each text, all of one length. Rejects with ModelError, or with the signal's reason when aborted. */
  embed: (texts: readonly string[], options: EmbedOptions) => Promise<number[][]>;
};

const answerSchema = z.object({
  data: z
    .array(
      z.object({
        index: z.int().min(0),
        embedding: z.array(z.number()).min(1).max(DIMENSIONS_MAX),
      }),
    )
    .max(EMBEDDED_AT_ONCE),
});

const unreadable = (code: string) => new ModelError('error', { code, canRetry: true });

/** The vectors in the order of the texts. Throws if one is missing, has another length than the others, or no direction. */
function readVectors(text: string, count: number): number[][] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable('no JSON');
  }
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) throw unreadable('no vectors');
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? []);
  const length = vectors[0]?.length ?? 0;
  const isWhole = vectors.every((vector) => vector.length === length && vector.some((value) => value !== 0));
  if (!isWhole || parsed.data.data.length !== count) throw unreadable('vectors that don’t match the texts');
  return vectors;
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_MAX_BYTES) throw unreadable('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Source: `POST /embeddings` of OpenAI, which compatible servers have, too. */
export function createEmbeddingsGateway(settings: ModelSettings, limits: EmbeddingLimits = LIMITS): EmbeddingsGateway {
  const { base, headers } = modelAddress(settings);

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const response = await fetch(`${base}/embeddings`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ model: settings.model, input: texts, encoding_format: 'float' }),
      // Redirects aren't followed, so that the key is sent only to the configured host.
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const { status } = response;
      throw new ModelError(status === 402 ? 'quota' : 'error', {
        code: `HTTP ${status}`,
        canRetry: status === 408 || status === 429 || status >= 500,
      });
    }
    return readVectors(await readBounded(response), texts.length);
  }

  async function askInTime(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const limit = AbortSignal.timeout(limits.timeoutMs);
    try {
      return await ask(texts, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) throw new ModelError('timeout', { code: 'timed out', canRetry: true });
      if (error instanceof ModelError) throw error;
      throw new ModelError('network', { code: 'unreachable', canRetry: true });
    }
  }

  return {
    model: settings.model,
    atOnce: EMBEDDED_AT_ONCE,
    embed: async (texts, { signal, isUrgent = false }) => {
      if (texts.length > EMBEDDED_AT_ONCE) throw new Error(`at most ${EMBEDDED_AT_ONCE} texts, not ${texts.length}`);
      const maxTries = isUrgent ? 1 : limits.maxTries;
      for (let tries = 1; ; tries += 1) {
        try {
          return await askInTime(texts, signal);
        } catch (error) {
          if (!(error instanceof ModelError) || !error.canRetry || tries >= maxTries) throw error;
          await wait(limits.retryDelayMs * 2 ** (tries - 1), undefined, { signal });
        }
      }
    },
  };
}
