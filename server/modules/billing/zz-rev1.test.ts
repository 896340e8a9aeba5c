import { writeFileSync, appendFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/plans.ts';
import { buy, CARDS, startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/stripe-world.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const log = (...x: unknown[]) => appendFileSync('/tmp/w/rev1.log', x.map((y) => (typeof y === 'string' ? y : JSON.stringify(y))).join(' ') + '\n');
let world: BillingWorld;
let app: TestApp;
beforeAll(async () => { writeFileSync('/tmp/w/rev1.log', ''); world = await startBillingWorld(); });
beforeEach(async () => { world.hear(true); app = await world.open(); });
afterAll(() => world.close());
const idle = async () => { await app.container.services.billing.idle(); await app.container.sweep(); await app.container.services.billing.idle(); };
const cust = async (p: any) => (await world.stripe.customers.list({ email: p.email })).data[0]!;
const subs = async (p: any) => (await Promise.all((await world.stripe.customers.list({ email: p.email })).data.map((c) => world.stripe.subscriptions.list({ customer: c.id, status: 'all' })))).flatMap((x) => x.data);
const billing = () => app.container.services.billing;
const sessionIn = (to: string | null) => new URL(to ?? 'http://none').searchParams.get('session_id') ?? '';
const sub = (s: any) => ({ plan: s.plan, subscribed: s.subscribed, status: s.access.status, cur: s.current && [s.current.plan, s.current.cycle, s.current.hasCard, s.current.renewalCents, s.current.renewsAt, s.current.cancelsAt], ends: s.access.planEndsAt, refundableUntil: s.refundableUntil, refund: s.refund });
async function tryIt(name: string, f: () => Promise<unknown>) { try { log(name, '=>', await f() as any); } catch (e: any) { log(name, '=> THROWS', e?.data?.appCode ?? e?.code ?? '', e?.data?.code ?? '', e?.message ?? String(e)); } }
let n = 0;
const address = () => `rev-${++n}-${Math.random().toString(36).slice(2, 8)}@example.com`;
async function aGuest(email: string, card: string | null = null) {
  const { url } = await app.browser().api.billing.guestCheckout.mutate({ priceId: 'starter_monthly', guestEmail: email, discount: 'first-time' });
  return sessionIn(await world.pay(url, { card, email }));
}

test('W deleted customer', async () => {
  const m = await aPerson(app); await buy(world, m, 'pro_annual'); await m.api.billing.refresh.mutate();
  await world.stripe.customers.del((await cust(m)).id); await idle();
  await tryIt('W after customer deleted, refresh', async () => sub(await m.api.billing.refresh.mutate()));
  await tryIt('W reconcile', () => billing().reconcile());
  world.clock.advance(400 * DAY_MS);
  await tryIt('W 400 days later', async () => sub(await billing().subscription(m.userId)));
  await tryIt('W checkout', () => billing().checkout(m.userId, { priceId: 'pro_monthly' }));
  await tryIt('W portal', () => billing().portal(m.userId));
  const k = await aPerson(app);
  await k.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
  await world.stripe.customers.del((await cust(k)).id); await idle();
  await tryIt('W2 checkout with deleted customer', () => k.api.billing.checkout.mutate({ priceId: 'pro_annual' }));
  await tryIt('W2 invoices', () => k.api.billing.invoices.query());
});

test('REFUND credit', async () => {
  const m = await aPerson(app); await buy(world, m, 'ultimate_annual'); await m.api.billing.refresh.mutate();
  world.clock.advance(DAY_MS);
  const p = await m.api.billing.previewChange.query({ priceId: 'starter_monthly' });
  log('REFUND preview', p.dueNowCents, p.creditCents);
  await m.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt: p.prorationAt });
  await tryIt('REFUND', async () => sub(await m.api.billing.requestRefund.mutate()));
  log('REFUND balance after', ((await world.stripe.customers.retrieve((await cust(m)).id)) as any).balance, (await m.api.billing.invoices.query()).map((i) => [i.totalCents, i.refundedCents]));
  await buy(world, m, 'pro_monthly');
  await tryIt('REFUND buys again', async () => sub(await m.api.billing.refresh.mutate()));
  log('REFUND balance after buying', ((await world.stripe.customers.retrieve((await cust(m)).id)) as any).balance, (await world.stripe.charges.list({ customer: (await cust(m)).id })).data.map((c) => [c.amount, c.amount_refunded]));
});

test('PASTDUE change', async () => {
  const m = await aPerson(app, { plan: 'trial' }); await buy(world, m, 'ultimate_annual', CARDS.failsLater);
  await m.api.billing.refresh.mutate();
  await world.pass(7 * DAY_MS);
  log('PASTDUE', sub(await billing().refresh(m.userId)));
  world.clock.advance(3600_000);
  await tryIt('PASTDUE preview down', async () => billing().previewChange(m.userId, 'starter_monthly').then((p) => [p.dueNowCents, p.creditCents, p.nextAt]));
  await tryIt('PASTDUE change down', async () => { const p = await billing().previewChange(m.userId, 'starter_monthly'); return sub(await billing().changePlan(m.userId, { priceId: 'starter_monthly', prorationAt: p.prorationAt })); });
  log('PASTDUE customer balance', ((await world.stripe.customers.retrieve((await cust(m)).id)) as any).balance, (await world.stripe.invoices.list({ customer: (await cust(m)).id })).data.map((i) => [i.status, i.total, i.amount_paid]));
  log('PASTDUE', (await subs(m)).map((s) => s.status));
});

test('PASTDUE monthly->monthly', async () => {
  const m = await aPerson(app, { plan: 'trial' }); await buy(world, m, 'ultimate_monthly', CARDS.failsLater);
  await m.api.billing.refresh.mutate();
  await world.pass(7 * DAY_MS);
  log('PASTDUE2', sub(await billing().refresh(m.userId)));
  world.clock.advance(3 * DAY_MS);
  await tryIt('PASTDUE2 change down', async () => { const p = await billing().previewChange(m.userId, 'starter_monthly'); log('PASTDUE2 preview', p.dueNowCents, p.creditCents); return sub(await billing().changePlan(m.userId, { priceId: 'starter_monthly', prorationAt: p.prorationAt })); });
  log('PASTDUE2 customer balance', ((await world.stripe.customers.retrieve((await cust(m)).id)) as any).balance, (await world.stripe.invoices.list({ customer: (await cust(m)).id })).data.map((i) => [i.status, i.total, i.amount_paid]));
});

test('GRACE again', async () => {
  await world.switches({ after_last_retry: 'past_due' });
  const m = await aPerson(app, { plan: 'trial' }); await buy(world, m, 'pro_monthly', CARDS.failsLater);
  await m.api.billing.refresh.mutate();
  await world.pass(7 * DAY_MS);
  log('GRACE', sub(await billing().refresh(m.userId)));
  for (let i = 0; i < 5; i++) { await world.pass(8 * DAY_MS); log('GRACE +8d', world.clock.current(), sub(await billing().refresh(m.userId))); }
  await world.switches({ after_last_retry: 'cancel' });
});

test('GUEST claim beside own later plan', async () => {
  const m = await aPerson(app, { email: address() });
  await aGuest(m.email); await idle();
  world.clock.advance(DAY_MS);
  await buy(world, m, 'pro_annual'); log('CLAIM own', sub(await m.api.billing.refresh.mutate()));
  await tryIt('CLAIM', async () => sub(await m.api.billing.claimPurchase.mutate()));
  log('CLAIM subs', (await subs(m)).map((s) => [s.status, s.items.data[0]?.price.lookup_key]));
});

test('GUEST two purchases, second has the card', async () => {
  const email = address();
  await aGuest(email, null); world.clock.advance(3600_000); await aGuest(email, CARDS.good); await idle();
  const b = app.browser(); await b.api.auth.signUp.mutate({ email, password: 'a long enough phrase' });
  const mail = app.mails.findLast(({ to, subject }) => to === email && subject.startsWith('Confirm your email'));
  await b.api.auth.confirmEmail.mutate({ token: new URL(/https?:\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '' });
  await idle(); await idle();
  log('TWOGUESTS', sub(await b.api.billing.refresh.mutate()), (await subs({ email })).map((s) => [s.status, s.default_payment_method]));
});

test('GUEST bounce blocks purge', async () => {
  const email = address();
  const old = app.container.services.mail.send;
  (app.container.services.mail as any).send = async (l: any) => { if (l.to === email) throw new Error('550 no such mailbox'); return old(l); };
  const sessionId = await aGuest(email, CARDS.good); await idle();
  await tryIt('BOUNCE success page', () => app.browser().api.billing.purchase.query({ sessionId }));
  const other = address(); await aGuest(other, CARDS.good); await idle();
  await world.pass(6 * DAY_MS);
  await tryIt('BOUNCE purge', async () => { await app.container.purge(); return 'ok'; });
  log('BOUNCE subs', (await subs({ email })).map((s) => s.status), 'other', (await subs({ email: other })).map((s) => s.status));
  await app.db.deleteFrom('chores').execute();
  await tryIt('BOUNCE purge again', async () => { await app.container.purge(); return 'ok'; });
  log('BOUNCE reconcile ran?', await app.db.selectFrom('chores').selectAll().execute());
  await world.pass(2 * DAY_MS);
  log('BOUNCE charges', (await world.stripe.charges.list({ customer: (await cust({ email })).id })).data.map((c) => c.amount));
});

test('GUEST lost event then sweep: mail', async () => {
  const email = address();
  world.hear(false);
  await aGuest(email, CARDS.good);
  await world.pass(6 * DAY_MS);
  await tryIt('LOST purge', async () => { await app.container.purge(); return 'ok'; });
  log('LOST mails', app.mails.filter((m) => m.to === email).map((m) => [m.subject, m.text.slice(0, 600)]), (await subs({ email })).map((s) => s.status));
  world.hear(true);
});
