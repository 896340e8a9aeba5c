import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Stripe } from 'stripe';
import type { PriceId } from '#contract/billing/plans.ts';
import { syncStripeCatalog } from '#server/gateways/stripe/stripe-catalog.ts';
import { createStripeClient } from '#server/gateways/stripe/stripe-client.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox } from '#sandbox/sandbox.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { eventually, payOn, postForm } from '#tests/support/stripe-world.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  disputed: '4000 0000 0000 0259',
  failsLater: '4000 0000 0000 0341',
} as const;
const HOUR_MS = 3_600_000;

type Payment = Partial<Parameters<typeof payOn>[1]>;

/** The sandbox's Stripe with our catalog in it, on the same clock as the product; its events go to whichever app is open. */
export async function startBillingWorld() {
  const clock = manualClock();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir: mkdtempSync(join(tmpdir(), 'billing-')),
    log: createLog('silent'),
    pace: 'instant',
    now: clock.current,
  });
  let app: TestApp | null = null;
  let acceptsWebhooks = true;
  const listener = getRequestListener((request) => {
    if (!app || !acceptsWebhooks) return new Response('not now', { status: 503 });
    return app.app.fetch(request);
  });
  const webhookServer = createServer((request, response) => void listener(request, response));
  webhookServer.listen(0, '127.0.0.1');
  await once(webhookServer, 'listening');
  const { port: webhookPort } = webhookServer.address() as AddressInfo; // reason: it listens on TCP
  const { secret } = await sandbox.deliverStripeEventsTo(`http://127.0.0.1:${webhookPort}/webhooks/stripe`);
  const { host, port, protocol, apiKey } = sandbox.stripe;
  const settings = { baseUrl: `${protocol}://${host}:${port}`, secretKey: apiKey, webhookSecrets: [secret] };
  const stripe: Stripe = createStripeClient(settings);
  await syncStripeCatalog(stripe, { publicUrl: 'http://localhost:3000' });

  const open = async (environment: Record<string, string> = {}): Promise<TestApp> => {
    app = await createTestApp({ clock, stripe: settings, environment });
    return app;
  };

  return {
    clock,
    stripe,
    settings,
    secret,
    open,
    /** Whether events are accepted; if not, they get a 503 and are sent again later. */
    acceptWebhooks: (areAccepted: boolean) => {
      acceptsWebhooks = areAccepted;
    },
    /** Moves the clock of Stripe and the product by at least an hour, so that draft invoices are charged as well. */
    pass: async (ms: number): Promise<void> => {
      clock.advance(ms);
      await stripe.events.list({ limit: 1 });
      clock.advance(HOUR_MS);
      await stripe.events.list({ limit: 1 });
    },
    switches: (fields: Record<string, string>) => postForm(`${sandbox.url}/stripe/switches`, fields),
    /** Fills in the pay page, with a card if one is given. Returns where it leads, or null if the payment was refused. */
    pay: (url: string, { card = CARDS.good, ...details }: Payment = {}) => payOn(url, { card, ...details }),
    close: async () => {
      await sandbox.close();
      webhookServer.closeAllConnections();
      webhookServer.close();
    },
  };
}
export type BillingWorld = Awaited<ReturnType<typeof startBillingWorld>>;
type Buyer = { api: { billing: { checkout: { mutate: (input: { priceId: PriceId }) => Promise<{ url: string }> } } } };

/** A person chooses a price and pays. */
export async function buy(world: BillingWorld, buyer: Buyer, priceId: PriceId, card: string | null = CARDS.good) {
  const { url } = await buyer.api.billing.checkout.mutate({ priceId });
  return world.pay(url, { card });
}

type Shop = { readonly world: BillingWorld; readonly app: TestApp };

/** The token in an email's link to confirm. */
const tokenIn = (text: string) =>
  new URL(/https?:\S+token=\S+/.exec(text)?.[0] ?? 'http://none').searchParams.get('token') ?? '';

/** Somebody buys a plan without an account, in a browser of theirs. Returns when the first email has been sent. */
export async function buyAsGuest(
  { world, app }: Shop,
  email: string,
  { browser = app.browser(), priceId = 'starter_monthly' }: { browser?: Browser; priceId?: PriceId } = {},
) {
  const { url } = await browser.api.billing.guestCheckout.mutate({ priceId, guestEmail: email });
  const back = new URL((await world.pay(url, { email })) ?? 'http://none');
  await eventually(() => app.emails.filter(({ to }) => to === email).length).toBeGreaterThan(0);
  return { browser, sessionId: back.searchParams.get('session_id') ?? '' };
}

/** Signs up with an address in this browser, and opens the link that confirms it there. */
export async function confirmAddress(app: TestApp, email: string, browser: Browser = app.browser()): Promise<Browser> {
  await browser.api.auth.signUp.mutate({ email, password: 'a long enough phrase' });
  const mail = app.emails.findLast(({ to, subject }) => to === email && subject.startsWith('Confirm your email'));
  await browser.api.auth.confirmEmail.mutate({ token: tokenIn(mail?.text ?? '') });
  return browser;
}
