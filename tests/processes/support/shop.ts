import { randomUUID } from 'node:crypto';
import { createTRPCClient, httpLink } from '@trpc/client';
import { DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { syncStripeCatalog } from '#server/gateways/stripe/stripe-catalog.ts';
import { createStripeClient } from '#server/gateways/stripe/stripe-client.ts';
import type { AppRouter } from '#server/trpc/root.ts';
import type { Message } from '#sandbox/inbox/message.ts';
import { payOn, postForm } from '#tests/support/stripe-world.ts';
import { eventually } from './eventually.ts';
import { signIn } from './person.ts';
import { WEBHOOK_SECRET, type World } from './world.ts';

const CARD = '4242 4242 4242 4242';
const EMAIL_WITHIN_MS = 20_000;

/** Somebody who isn't signed in. */
export const guest = (world: World) =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${world.process(0).url}/trpc` })] });

/** The newest email to this address whose subject begins like this. */
export function untilReceived(world: World, to: string, subject: string): Promise<Message> {
  const find = async () => (await world.inbox()).find((one) => one.to === to && one.subject.startsWith(subject));
  return eventually(`an email to ${to}: ${subject}`, find, { withinMs: EMAIL_WITHIN_MS });
}

/** The token in the newest email that asks this address to confirm something. */
export async function tokenIn(world: World, to: string): Promise<string> {
  const { links } = await untilReceived(world, to, 'Confirm');
  return links.map((link) => new URL(link).searchParams.get('token')).find((token) => token !== null) ?? '';
}

/** Signs up and confirms the address, which begins a trial of a week. */
export async function signUp(world: World, email: string): Promise<void> {
  await guest(world).auth.signUp.mutate({ email, password: DEMO_PASSWORD });
  await guest(world).auth.confirmEmail.mutate({ token: await tokenIn(world, email) });
}

/** A person who has signed up, signed in again. */
export async function person(world: World, email: string) {
  return (await signIn(world.process(0), email)).at(world.process(0));
}

/** Pays on a page, and returns the session's id. Nobody tells the product. */
export async function pay(url: string, email = ''): Promise<string> {
  if ((await payOn(url, { card: CARD, email })) === null) throw new Error(`the payment on ${url} was refused`);
  return /cs_\w+/.exec(url)?.[0] ?? '';
}

/** The sandbox's Stripe with our catalog in it. It announces nothing: `hint` does, when the test says so. */
export async function openShop(world: World) {
  const stripe = createStripeClient({ ...world.stripeAccount, webhookSecrets: [] });
  await syncStripeCatalog(stripe, { publicUrl: world.process(0).url });

  async function customerOf(email: string): Promise<string> {
    const [customer] = (await stripe.customers.list({ email })).data;
    if (!customer) throw new Error(`${email} has no customer`);
    return customer.id;
  }

  return {
    stripe,
    customerOf,
    /** Everything at Stripe that is about this customer. */
    idsOf: async (customer: string): Promise<string[]> => {
      const [subscriptions, invoices, charges, sessions] = await Promise.all([
        stripe.subscriptions.list({ customer, status: 'all' }),
        stripe.invoices.list({ customer }),
        stripe.charges.list({ customer }),
        stripe.checkout.sessions.list({ customer }),
      ]);
      const payments = charges.data.flatMap(({ payment_intent: payment }) =>
        typeof payment === 'string' ? [payment] : [],
      );
      const objects = [...subscriptions.data, ...invoices.data, ...sessions.data];
      return [customer, ...objects.map(({ id }) => id), ...payments];
    },
    /** Stripe refuses everything while this runs. */
    whileClosed: async (work: () => Promise<unknown>): Promise<void> => {
      const switches = (fields: Record<string, string>) => postForm(`${world.sandboxUrl}/stripe/switches`, fields);
      await switches({ fault: '401', faults: '1000' });
      await work();
      await switches({ fault: '' });
    },
    /** Tells the product that something about a customer has changed. */
    hint: async (customer: string): Promise<void> => {
      const object = { object: 'subscription', id: 'sub_any', customer };
      const type = 'customer.subscription.updated';
      const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
      const headers = { 'stripe-signature': signature };
      await fetch(`${world.process(0).url}/webhooks/stripe`, { method: 'POST', body: payload, headers });
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;
