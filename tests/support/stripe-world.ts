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
/** November 1, 2026, 12:00 UTC. */
export const START = Date.UTC(2026, 10, 1, 12) / 1_000;

export type StripeWorld = {
  stripe: Stripe;
  sandbox: () => Sandbox;
  client: (key?: string, settings?: { maxNetworkRetries?: number; timeout?: number }) => Stripe;
  /** The sandbox's own clock, which a test may set. */
  time: { now: Date };
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** A started sandbox and the real SDK connected to it. */
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

export type Catalog = Record<'starter' | 'pro' | 'ultimate' | 'proQuarterly' | 'proAnnual', Stripe.Price>;

/** Three plans at their monthly price, and Pro in three cycles. */
export async function aCatalog(stripe: Stripe): Promise<Catalog> {
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

/** A customer, with a card unless told not to. */
export function aCustomer(
  stripe: Stripe,
  { card = 'pm_card_visa', email = 'nora@example.com' }: { card?: string | null; email?: string } = {},
): Promise<Stripe.Customer> {
  return stripe.customers.create({
    email,
    ...(card ? { payment_method: card, invoice_settings: { default_payment_method: card } } : {}),
  });
}

/** Waits for something that happens in the background, long enough for a busy machine. */
export function eventually<T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 15_000, interval: 10 });
}

/** Posts a form of the sandbox's pages, and stays where it is. */
export const postForm = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

type Payment = { card: string | null; email?: string; company?: string; taxId?: string };

/** Fills in a pay page, with a card if one is given. Returns where it leads, or null if the payment was refused. */
export async function payOn(url: string, { card, email = '', company = '', taxId = '' }: Payment) {
  const response = await postForm(url, {
    pay: 'yes',
    ...(card ? { number: card, expiry: '12/34', cvc: '123' } : {}),
    email,
    business_name: company,
    ...(taxId ? { tax_id_type: 'eu_vat', tax_id: taxId } : {}),
    name: 'Maya Lindqvist',
    country: 'SE',
    line1: 'Storgatan 1',
    city: 'Malmö',
    postal_code: '211 34',
  });
  return response.headers.get('location');
}

/** Moves the clock; the next request then finds everything that this brings about done. */
export async function moveTo({ stripe, time }: StripeWorld, seconds: number): Promise<void> {
  time.now = new Date(seconds * 1_000);
  await stripe.events.list({ limit: 1 });
}

/** Every event since then, oldest first. */
export async function eventTypes(stripe: Stripe, customer?: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 2_000 });
  return events
    .filter(({ data }) => customer === undefined || JSON.stringify(data.object).includes(customer))
    .map(({ type }) => type)
    .toReversed();
}

/** The latest invoice of a subscription, with its payment. */
export async function latestInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ subscription, limit: 1, expand: ['data.payments'] });
  const [invoice] = data;
  if (!invoice) throw new Error('there is no invoice');
  return invoice;
}

type ReceivedWebhook = { body: string; signature: string; at: number };

/** A webhook endpoint that remembers what it received and answers as instructed. */
export async function aListener(answer: (count: number) => number = () => 200) {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      received.push({ body: Buffer.concat(chunks).toString(), signature, at: Date.now() });
      response.writeHead(answer(received.length)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
