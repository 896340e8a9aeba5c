import { APICallError, InvalidResponseDataError } from '@ai-sdk/provider';
import type { TurnFailure } from '#contract/chat/chat.ts';

type ModelErrorOptions = { canRetry?: boolean; retryAfterMs?: number | null; code?: string };

/**
 * Why the model gave no answer, or only part of one: one of the four kinds of CHAT-9. It has no cause, so that nothing the provider said
 * can reach a log or the database through it.
 */
export class ModelError extends Error {
  readonly failure: TurnFailure;
  /** Whether retrying can help. */
  readonly canRetry: boolean;
  readonly retryAfterMs: number | null;
  /** What an operator may read: a status or one of our own words, never the provider's text. */
  readonly code: string | undefined;

  constructor(failure: TurnFailure, options: ModelErrorOptions = {}) {
    super(`model: ${failure}`);
    this.name = 'ModelError';
    this.failure = failure;
    this.canRetry = options.canRetry ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.code = options.code;
  }
}

/** Whether the provider understood the request and didn't want it, such as a picture for a model that takes none. */
export const isRefusedRequest = ({ code }: ModelError): boolean => /^HTTP (?:400|404|413|415|422)$/.test(code ?? '');

/** The error code for a request that a provider refused because its model can't call tools. */
export const TOOLS_REFUSED = 'no tools';
/** Whether a request was refused because of the tools in it: it can be asked again without them. */
export const areToolsRefused = (error: unknown): boolean => error instanceof ModelError && error.code === TOOLS_REFUSED;

const QUOTA = /quota|billing|credit balance|insufficient[ _](?:funds|balance|credits)/i;
const TIMEOUT = /timeout|timed out/i;
const NETWORK =
  /fetch failed|network|socket|ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|terminated/i;

/** Whether the error is about money. Proxy pages and links to a billing page don't count. */
function isAboutQuota(said: string): boolean {
  return !said.trimStart().startsWith('<') && QUOTA.test(said.replaceAll(/https?:\/\/\S+/g, ''));
}

/** What servers say of a model that can't call tools: Ollama and OpenRouter with 400 or 404, llama.cpp with 500. */
const TOOLS = /\btools?\b|\btool_choice\b/i;
const REFUSED = /support|requires|enable|allowed|permitted|unknown|unrecognized|unexpected/i;
/** A single failed call says nothing about the model: Groq and llama.cpp report failed calls with the same codes. */
const BAD_CALL = /pars|schema|parameters|arguments|generat|validat|malformed/i;

/** Whether a provider refused a request because of the tools in it, even after it had begun to stream. */
export function isAboutTools(error: unknown): boolean {
  if (!(error instanceof Error)) {
    const said = JSON.stringify(error)?.slice(0, 4_000) ?? '';
    return TOOLS.test(said) && /support|not (?:enabled|allowed)/i.test(said) && !BAD_CALL.test(said);
  }
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0, message, responseBody = '' } = error;
  const said = `${message} ${responseBody.slice(0, 4_000)}`;
  return (
    [400, 404, 405, 422, 500, 501].includes(statusCode) &&
    TOOLS.test(said) &&
    REFUSED.test(said) &&
    !BAD_CALL.test(said)
  );
}

/** Source: RFC 9110 §10.2.3 (seconds or a date), and the milliseconds header that OpenAI adds. */
function retryAfterMs(headers: Record<string, string> = {}): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = headers['retry-after'];
  if (after === undefined) return null;
  const waitMs = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}

function fromStatus(status: number, error: APICallError): ModelError {
  const code = `HTTP ${status}`;
  if (status === 402 || isAboutQuota(error.message) || isAboutQuota(error.responseBody ?? ''))
    return new ModelError('quota', { code });
  const options = { code, retryAfterMs: retryAfterMs(error.responseHeaders) };
  if (status === 408 || status === 504) return new ModelError('timeout', { ...options, canRetry: true });
  return new ModelError('error', { ...options, canRetry: status === 429 || status >= 500 });
}

function causesOf(error: unknown): unknown[] {
  const causes = [error];
  // The clients nest causes only a few levels deep; the bound guards against a cycle.
  while (causes.length < 8) {
    const last = causes.at(-1);
    if (!(last instanceof Error) || last.cause === undefined) break;
    causes.push(last.cause);
  }
  return causes;
}

/** Maps an error from a provider's client or the network to one of the four kinds that people are shown. */
export function toModelError(error: unknown): ModelError {
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof ModelError);
  if (own) return own;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400)
    return fromStatus(error.statusCode, error);
  // Errors reported inside a stream are the provider's own objects, which have no common shape.
  if (!(error instanceof Error)) {
    const isQuota = isAboutQuota(JSON.stringify(error) ?? '');
    return new ModelError(isQuota ? 'quota' : 'error', { code: 'error in the stream', canRetry: !isQuota });
  }
  const said = causes
    .filter((cause) => cause instanceof Error)
    .map((cause) => `${cause.name} ${'code' in cause ? String(cause.code) : ''} ${cause.message}`)
    .join(' ');
  if (APICallError.isInstance(error) && error.statusCode === undefined)
    return new ModelError('network', { code: 'unreachable', canRetry: true });
  // The clients' messages for a stream that broke, and for one that ended without its proper end.
  if (APICallError.isInstance(error) || InvalidResponseDataError.isInstance(error))
    return new ModelError('network', { code: 'cut off', canRetry: true });
  if (TIMEOUT.test(said)) return new ModelError('timeout', { code: 'timed out', canRetry: true });
  if (NETWORK.test(said)) return new ModelError('network', { code: 'cut off', canRetry: true });
  return new ModelError('error', { code: error.name, canRetry: true });
}
