import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { checkoutTerms } from '#tests/support/subscriptions.ts';
import { OrderSummary } from './order-summary.tsx';
import { readOrder, withTax, type Order } from '#src/domain/checkout/order.ts';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';

const terms = checkoutTerms({ hasPaid: true, guarantee: null });
const orderOf = (changes: Partial<CheckoutTerms>) =>
  readOrder({ plan: 'pro', cycle: 'monthly' }, {}, { ...terms, ...changes }, new Date('2026-11-21'));
const draw = (changes: Partial<CheckoutTerms>, taxCents: Order['taxCents'] = changes.isTaxed ? undefined : 0) =>
  renderToStaticMarkup(<OrderSummary order={withTax(orderOf(changes), taxCents)}>{null}</OrderSummary>).replaceAll(
    /<[^>]+>/g,
    ' ',
  );

it('the summary states the credit, and what is left to pay', () => {
  expect(draw({ creditCents: 5_900 })).toMatch(/Your credit\s+−\$59\.00\s+Due today\s+\$0\.00/);
  expect(draw({})).not.toContain('credit');
});

it('the summary promises the guarantee only to people who can use it, with its last day once it runs', () => {
  expect(draw({})).not.toMatch(/guarantee|money/i);
  expect(draw({ guarantee: { until: null } })).toContain('30-day money-back guarantee');
  expect(draw({ guarantee: { until: '2026-12-03T12:00:00.000Z' } })).toContain('Money back until December 3, 2026');
});

it('says whether tax is added, how much, and what is due with it', () => {
  const taxed = (changes: Partial<CheckoutTerms>, taxCents: number | null | undefined) =>
    draw({ isTaxed: true, ...changes }, taxCents);
  expect(draw({})).toContain('The price you see is the price you pay. We don’t add tax.');
  expect(taxed({}, undefined)).toMatch(/Tax\s+…\s+Due today, before tax\s+\$59\.00/);
  expect(taxed({}, undefined)).toContain('Prices don’t include tax');
  expect(taxed({}, 590)).toMatch(/Estimated tax\s+\$5\.90\s+Due today\s+\$64\.90/);
  expect(taxed({}, 590)).toContain('Then $59 plus tax each month');
  expect(taxed({}, null)).toMatch(/Tax\s+Shown on the payment page\s+Due today, before tax\s+\$59\.00/);
});

it('credit pays for the tax too, and an amount too small to charge waits for the next invoice', () => {
  const taxed = (creditCents: number) => draw({ isTaxed: true, creditCents }, 590);
  expect(taxed(1_000)).toMatch(/Your credit\s+−\$10\.00\s+Due today\s+\$54\.90/);
  expect(taxed(6_460)).toMatch(/Your credit\s+−\$64\.60\s+Due today\s+\$0\.00/);
  expect(taxed(7_000)).toContain('Your other $5.10 of credit pays first.');
});

it('the first charge after a trial is stated with its tax, or says that tax is added', () => {
  const inTrial = { isTaxed: true, trialEndsAt: '2026-11-28T12:00:00Z' };
  expect(draw(inTrial, 590)).toContain('Then $64.90 on November 28, 2026 and $59 plus tax each month after that');
  expect(draw(inTrial, null)).toContain('Then $59 plus tax on November 28, 2026');
});
