import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Log } from '#server/lib/log.ts';
import { createStripeAccount } from './stripe-account.ts';
import { INCLUDABLE, STRIPE_ROUTES } from './routes.ts';
import { createStripePages } from './pages/stripe-pages.ts';
import { openStore } from './state/store.ts';
import { secretFor } from './webhooks/webhook-endpoints.ts';
import { createStripeApi } from './wire/stripe-api.ts';

/** The options for the SDK: `new Stripe(apiKey, { host, port, protocol })`. */
export type StripeAddress = { host: string; port: number; protocol: 'http'; apiKey: string };

export type StripeSandbox = {
  api: Hono<{ Bindings: HttpBindings }>;
  pages: Hono;
  /** Whether an earlier start has already put a catalog into this account. */
  hasCatalog: boolean;
  /** Registers a URL for every event, once however often it is called, and returns the secret that signs them. */
  deliverTo: (url: string) => Promise<{ secret: string }>;
  close: () => Promise<void>;
};

export const SANDBOX_STRIPE_KEY = 'sk_test_sandbox';

/** Opens the stand-in for Stripe on its state in `directory`. */
export async function openStripeSandbox(options: {
  directory: string;
  log: Log;
  now: () => Date;
  pagesUrl: () => string;
  random?: () => number;
}): Promise<StripeSandbox> {
  const { directory, log, now, pagesUrl, random = Math.random } = options;
  const store = await openStore(directory);
  const account = createStripeAccount({ store, log, now, pagesUrl, random });
  return {
    api: createStripeApi({ account, routes: STRIPE_ROUTES, includable: INCLUDABLE, log }),
    pages: createStripePages(account, log),
    hasCatalog: store.list('products').length > 0,
    deliverTo: (url) => account.run(null, (context) => ({ secret: secretFor(context, url, PRODUCT_NAME) })),
    close: () => account.close(),
  };
}

/** The first path segments below `/v1` that are Stripe's; the others are the model's. */
const STRIPE_WORDS = new Set(STRIPE_ROUTES.map(({ path }) => path.split('/')[0]));

/** Whether a request below `/v1` is meant for Stripe. Its SDK sends its version with every request, even for endpoints unknown here. */
export function isForStripe(path: string, version: string | undefined): boolean {
  return version !== undefined || STRIPE_WORDS.has(path.split('/')[2]);
}
