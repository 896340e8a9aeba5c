import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts';

export const DAY = 86_400;
export const HOUR = 3_600;
/** 1 November 2026, 12:00 UTC. */
export const START = Date.UTC(2026, 10, 1, 12) / 1_000;

export type StripeWorld = {
  stripe: Stripe;
  sandbox: () => Sandbox;
  client: (key?: string, settings?: { maxNetworkRetries?: number; timeout?: number }) => Stripe;
  /** The sandbox's own time, which a test may set. */
  time: { now: Date };
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** A started sandbox and the real SDK that talks to it. */
export async function startStripeWorld(): Promise<StripeWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'));
  const time = { now: new Date(START * 1_000) };
  const start = (port: number) =>
    startSandbox({
      host: '127.0.0.1',
      port,
      dataDir,
      log: createLog('silent'),
      pace: 'instant',
      now: () => time.now,
    });
  let sandbox = await start(0);
  const { host, port, protocol, apiKey } = sandbox.stripe;
  const client: StripeWorld['client'] = (key = apiKey, settings = {}) =>
    new Stripe(key, { host, port, protocol, telemetry: false, maxNetworkRetries: 0, ...settings });
  return {
    stripe: client(),
    sandbox: () => sandbox,
    client,
    time,
    restart: async () => {
      await sandbox.close();
      sandbox = await start(port);
    },
    close: () => sandbox.close(),
  };
}

export type Catalogue = Record<'starter' | 'pro' | 'ultimate' | 'proQuarterly' | 'proAnnual', Stripe.Price>;

/** Three plans at their monthly price, and Pro in three cycles. */
export async function aCatalogue(stripe: Stripe): Promise<Catalogue> {
  const plan = (name: string) => stripe.products.create({ name });
  const price = (product: Stripe.Product, cents: number, interval: 'month' | 'year', count = 1) =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval, interval_count: count },
    });
  const [starter, pro, ultimate] = [await plan('Starter'), await plan('Pro'), await plan('Ultimate')];
  return {
    starter: await price(starter, 2_900, 'month'),
    pro: await price(pro, 5_900, 'month'),
    ultimate: await price(ultimate, 9_700, 'month'),
    proQuarterly: await price(pro, 15_930, 'month', 3),
    proAnnual: await price(pro, 58_800, 'year'),
  };
}

/** A customer in a test clock of their own, with a card unless told otherwise. */
export async function aCustomer(
  stripe: Stripe,
  options: { card?: string | null; startsAt?: number; email?: string } = {},
) {
  const { card = 'pm_card_visa', startsAt = START, email = 'nora@example.com' } = options;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: startsAt });
  const customer = await stripe.customers.create({
    email,
    test_clock: clock.id,
    ...(card ? { payment_method: card, invoice_settings: { default_payment_method: card } } : {}),
  });
  return { clock, customer };
}

/** Waits for something that happens by itself, with time enough for a machine that is busy. */
export function eventually<T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 15_000, interval: 10 });
}

/** Moves a test clock and waits until everything that this brings about has happened. */
export async function moveTo(stripe: Stripe, clock: string, seconds: number): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds });
  await eventually(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status).toBe('ready');
}

/** Every event since, oldest first. */
export async function eventTypes(stripe: Stripe, customer?: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 2_000 });
  return events
    .filter(({ data }) => customer === undefined || JSON.stringify(data.object).includes(customer))
    .map(({ type }) => type)
    .toReversed();
}

/** The invoice that a subscription got last, with its payment. */
export async function latestInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ subscription, limit: 1, expand: ['data.payments'] });
  const [invoice] = data;
  if (!invoice) throw new Error('there is no invoice');
  return invoice;
}

export type Heard = { body: string; signature: string; at: number };

/** A webhook address that remembers what it heard and answers as it is told. */
export async function aListener(answer: (count: number) => number = () => 200) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      heard.push({ body: Buffer.concat(chunks).toString(), signature, at: Date.now() });
      response.writeHead(answer(heard.length)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    heard,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
