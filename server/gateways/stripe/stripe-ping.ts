import { PING_LIMIT_MS, type Ping } from '../ping.ts';
import { createStripeClient, type StripeSettings } from './stripe-client.ts';

/** Reads one price, once. Source: Stripe's `GET /v1/prices`. */
export function createStripePing(settings: StripeSettings, limitMs = PING_LIMIT_MS): Ping {
  const stripe = createStripeClient(settings, { timeoutMs: limitMs, retries: 0 });
  return () => stripe.prices.list({ limit: 1 });
}
