import { Stripe } from 'stripe';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';

/** `baseUrl` has no path; null is the vendor's own. Events may be signed with any of `webhookSecrets`. */
export type StripeSettings = { baseUrl: string | null; secretKey: string; webhookSecrets: string[] };
const STRIPE_BASE_URL = 'https://api.stripe.com';
/** The API version this code was written for. It comes with the SDK and is sent with each request. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

export const STRIPE_LIMITS = { timeoutMs: 10_000, retries: 2 };

/**
 * The SDK with a timeout per attempt and few retries. It generates an idempotency key for each POST unless given one.
 * With `fetch`, the timeout covers the whole attempt; the SDK's default client measures silence only, and hangs forever
 * on a 101.
 */
export function createStripeClient(settings: StripeSettings, limits = STRIPE_LIMITS): Stripe {
  const { hostname, port, protocol } = new URL(settings.baseUrl ?? STRIPE_BASE_URL);
  return new Stripe(settings.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    httpClient: Stripe.createFetchHttpClient(),
    timeout: limits.timeoutMs,
    maxNetworkRetries: limits.retries,
    telemetry: false,
  });
}

const isSilent = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeIdempotencyError;

/** Maps a failed request to the error people see. Anything else is our own bug and is thrown unchanged. */
export function explainStripeError(error: unknown, log: Log): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    const wantsOwner = /authentication|requires_action/.test(`${error.code} ${error.decline_code}`);
    return new AppError(wantsOwner ? 'CARD_NEEDS_APPROVAL' : 'CARD_DECLINED');
  }
  if (!isSilent(error)) return error;
  log.warn({ event: 'stripe does not answer', err: error }, 'stripe does not answer');
  return new AppError('PAYMENTS_UNAVAILABLE');
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
