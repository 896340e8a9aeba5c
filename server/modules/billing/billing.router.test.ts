import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';

const shop = inBillingWorld();

describe('buying a plan', () => {
  test('without a trial is charged immediately and unlocks the plan', async () => {
    const maya = await aPerson(shop.app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({
      subscribed: false,
      plan: 'free',
      current: null,
    });
    const to = await buy(shop.world, maya, 'pro_monthly');
    expect(to).toContain('/success?session_id=cs_');
    const state = await maya.api.billing.refresh.mutate();
    expect(state).toMatchObject({
      subscribed: true,
      plan: 'pro',
      productId: 'tenfold_pro',
      current: { plan: 'pro', cycle: 'monthly', renewalCents: 5_900, hasCard: true, cancelsAt: null },
      access: { status: 'active', tier: 'pro' },
    });
    const [invoice] = await maya.api.billing.invoices.query();
    expect(invoice).toMatchObject({ totalCents: 5_900, refundedCents: 0, status: 'paid' });
  });

  test('during a trial keeps the remaining days, with Ultimate until they end', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    const terms = await maya.api.billing.terms.query();
    await buy(shop.world, maya, 'starter_annual', null);
    const state = await maya.api.billing.refresh.mutate();
    expect(state).toMatchObject({
      plan: 'ultimate',
      isTrialing: true,
      current: { plan: 'starter', hasCard: false, renewsAt: terms.trialEndsAt, renewalCents: 28_800 },
      access: { status: 'trialing', tier: 'ultimate', planEndsAt: terms.trialEndsAt },
    });
    await shop.world.pass(7 * DAY_MS);
    expect(await maya.api.billing.subscription.query()).toMatchObject({
      plan: 'free',
      subscribed: false,
      trialExpired: true,
    });
  });

  test('fails with a declined card', async () => {
    const maya = await aPerson(shop.app);
    expect(await buy(shop.world, maya, 'pro_monthly', CARDS.declined)).toBeNull();
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ subscribed: false });
  });
});

describe('what a plan unlocks', () => {
  const ask = (person: Awaited<ReturnType<typeof aPerson>>, assistantId: 'soshie' | 'landa' | 'brain_ai') =>
    refusal(person.api.chat.send.mutate({ id: randomUUID(), assistantId, conversationId: null, text: 'Hello' }));

  test('opens on the server the moment it is paid for and locks the moment it ends', async () => {
    const maya = await aPerson(shop.app);
    expect(await ask(maya, 'soshie')).toBe('ASSISTANT_LOCKED');
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    expect(await ask(maya, 'soshie')).toBe('accepted');
    expect(await ask(maya, 'landa')).toBe('ASSISTANT_LOCKED');
    expect((await maya.api.usage.check.query({ usageType: 'messages' })).limit).toBe(2_500);
    await maya.api.billing.requestRefund.mutate();
    expect(await ask(maya, 'soshie')).toBe('ASSISTANT_LOCKED');
    expect(await ask(maya, 'brain_ai')).toBe('accepted');
    expect(await maya.api.usage.check.query({ usageType: 'messages' })).toMatchObject({ limit: 50, planName: 'Free' });
  });

  test('in a trial is everything, until its last second', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    expect(await ask(maya, 'landa')).toBe('accepted');
    shop.world.clock.advance(7 * DAY_MS);
    expect(await ask(maya, 'landa')).toBe('ASSISTANT_LOCKED');
  });
});

describe('the invoice', () => {
  test('names the company, its tax number and its address', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await shop.world.pay(url, { company: 'Fern & Kiln AB', taxId: 'SE556677889901' });
    const [customer] = (await shop.world.stripe.customers.list({ email: maya.email })).data;
    const [invoice] = (await shop.world.stripe.invoices.list({ customer: customer?.id ?? '' })).data;
    expect(invoice).toMatchObject({
      customer_name: 'Fern & Kiln AB',
      customer_address: { line1: 'Storgatan 1', city: 'Malmö', country: 'SE' },
      customer_tax_ids: [{ type: 'eu_vat', value: 'SE556677889901' }],
    });
  });
});

describe('the customer portal', () => {
  test('belongs to the person who asks, and returns to the billing page', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    const { url } = await maya.api.billing.portal.mutate();
    const page = await (await fetch(url)).text();
    expect(page).toContain('/dashboard/billing');
    expect(page).toContain('4242');
  });

  test('is offered only to people who have bought something, even if they have opened a checkout', async () => {
    const maya = await aPerson(shop.app);
    await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    expect(await maya.api.billing.subscription.query()).toMatchObject({ hasBillingAccount: false });
    await buy(shop.world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ hasBillingAccount: true });
    await maya.api.billing.cancel.mutate();
    for (let week = 0; week < 5; week += 1) {
      await shop.world.pass(7 * DAY_MS);
      // Or the session would end too.
      await maya.api.billing.subscription.query();
    }
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ current: null, hasBillingAccount: true });
  });
});
