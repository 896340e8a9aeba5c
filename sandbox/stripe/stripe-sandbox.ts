import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Log } from '#server/lib/log.ts';
import { createDesk } from './desk.ts';
import { INCLUDABLE, STRIPE_ROUTES } from './routes.ts';
import { createStripePages } from './pages/stripe-pages.ts';
import { openStore } from './state/store.ts';
import { createEndpoint } from './webhooks/webhook-endpoints.ts';
import { createStripeApi } from './wire/stripe-api.ts';

/** What the SDK is made with: `new Stripe(apiKey, { host, port, protocol })`. */
export type StripeAddress = { host: string; port: number; protocol: 'http'; apiKey: string };

export type StripeSandbox = {
  api: Hono<{ Bindings: HttpBindings }>;
  pages: Hono;
  /** Has every event sent to an address, once however often it is asked for, and gives the secret that signs them. */
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
  const desk = createDesk({ store, log, now, pagesUrl, random });
  return {
    api: createStripeApi({ desk, routes: STRIPE_ROUTES, includable: INCLUDABLE, log }),
    pages: createStripePages(desk, log),
    deliverTo: (url) =>
      desk.run(null, (context) => {
        const known = store.list('webhookEndpoints').find((endpoint) => endpoint.url === url);
        const secret = known && store.find('endpointSecrets', known.id)?.secret;
        return { secret: secret ?? createEndpoint(context, { url, events: ['*'], description: PRODUCT_NAME }).secret };
      }),
    close: () => desk.close(),
  };
}

/** First words of the addresses below `/v1` that are Stripe's; the model's are others. */
const STRIPE_WORDS = new Set(STRIPE_ROUTES.map(({ path }) => path.split('/')[0]));

/** Whether a request below `/v1` is meant for Stripe. Its SDK names its version in every request, even for what is not known here. */
export function isForStripe(path: string, version: string | undefined): boolean {
  return version !== undefined || STRIPE_WORDS.has(path.split('/')[2]);
}
