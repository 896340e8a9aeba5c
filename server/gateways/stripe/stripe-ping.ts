import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import { PING_LIMIT_MS, type Ping } from '../ping.ts';
import type { StripeSettings } from './stripe-client.ts';

/** Reads one price, once. Source: Stripe's `GET /v1/prices`. */
export function createStripePing(settings: StripeSettings, limitMs = PING_LIMIT_MS): Ping {
  const client = loadOnce(async () =>
    (await import('./stripe-client.ts')).createStripeClient(settings, { timeoutMs: limitMs, retries: 0 }),
  );
  return async () => (await client()).prices.list({ limit: 1 });
}
