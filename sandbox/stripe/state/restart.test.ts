import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  aCatalog,
  aCustomer,
  DAY,
  latestInvoice,
  moveTo,
  START,
  startStripeWorld,
} from '#tests/support/stripe-world.ts';
import { openStore } from './store.ts';

test('a restarted account has everything it had, and time continues', async () => {
  const world = await startStripeWorld();
  const { stripe } = world;
  const prices = await aCatalog(stripe);
  const customer = await aCustomer(stripe);
  const made = await stripe.subscriptions.create(
    { customer: customer.id, items: [{ price: prices.pro.id }] },
    { idempotencyKey: 'kept' },
  );
  const before = await Promise.all([
    stripe.customers.list(),
    stripe.subscriptions.list(),
    stripe.invoices.list(),
    stripe.events.list({ limit: 100 }),
    stripe.prices.list(),
  ]);
  await world.restart();
  const after = await Promise.all([
    stripe.customers.list(),
    stripe.subscriptions.list(),
    stripe.invoices.list(),
    stripe.events.list({ limit: 100 }),
    stripe.prices.list(),
  ]);
  expect(after).toEqual(before);
  const again = await stripe.subscriptions.create(
    { customer: customer.id, items: [{ price: prices.pro.id }] },
    { idempotencyKey: 'kept' },
  );
  expect(again.id).toBe(made.id);
  await moveTo(world, START + 31 * DAY);
  expect(await latestInvoice(stripe, made.id)).toMatchObject({
    amount_paid: 5_900,
    billing_reason: 'subscription_cycle',
  });
  await world.close();
});

const aCoupon = (id: string) => ({ id, secret: `whsec_${id}` });

test('a truncated line is a commit that never happened', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-state-'));
  const first = await openStore(directory);
  first.put('endpointSecrets', aCoupon('a'));
  await first.commit();
  appendFileSync(join(directory, 'stripe.jsonl'), '[["endpointSecrets","b",{"id":"b"');
  const second = await openStore(directory);
  second.put('endpointSecrets', aCoupon('c'));
  await second.commit();
  const third = await openStore(directory);
  expect(third.list('endpointSecrets').map(({ id }) => id)).toEqual(['a', 'c']);
});

test('a failed request changes nothing, and a rehearsal leaves no trace', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-state-'));
  const store = await openStore(directory);
  for (const id of ['a', 'b', 'c']) store.put('endpointSecrets', aCoupon(id));
  await store.commit();
  const change = () => {
    store.remove('endpointSecrets', 'a');
    store.patch('endpointSecrets', 'b', { secret: 'other' });
    store.put('endpointSecrets', aCoupon('d'));
    return store.list('endpointSecrets').length;
  };
  const before = store.list('endpointSecrets');
  expect(store.rehearse(change)).toBe(3);
  expect(() =>
    store.atomically(() => {
      change();
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.list('endpointSecrets')).toEqual(before);
  await store.commit();
  expect(readFileSync(join(directory, 'stripe.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
});

test('a row evicted from a full table returns to its place on rollback', async () => {
  const store = await openStore(mkdtempSync(join(tmpdir(), 'stripe-state-')));
  const aNote = (id: string) => ({ id, token: '', expiresAt: 0 });
  for (let index = 0; index < 200; index += 1) store.put('portalNotes', aNote(`n${index}`));
  const before = store.list('portalNotes');
  store.rehearse(() => {
    store.put('portalNotes', aNote('one more'));
    store.put('portalNotes', aNote('and another'));
    expect(store.find('portalNotes', 'n0')).toBeUndefined();
  });
  expect(store.list('portalNotes')).toEqual(before);
});

test('the tables and the file are bounded', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-state-'));
  const store = await openStore(directory);
  for (let index = 0; index < 1_000; index += 1) {
    const kept = { id: `k${index}`, fingerprint: '', status: 200, body: 'x'.repeat(5_000), requestId: '', at: 0 };
    store.put('idempotentAnswers', kept);
    await store.commit();
  }
  expect(store.list('idempotentAnswers').map(({ id }) => id)).toHaveLength(300);
  expect(readFileSync(join(directory, 'stripe.jsonl'), 'utf8').length).toBeLessThan(6_500_000);
  const again = await openStore(directory);
  expect(again.list('idempotentAnswers')).toEqual(store.list('idempotentAnswers'));
});
