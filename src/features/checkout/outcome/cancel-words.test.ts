import { expect, it } from 'vitest';
import { checkoutTerms } from '#tests/support/subscriptions.ts';
import { pickedLines, reassurance } from './cancel-words.ts';

const now = new Date('2026-11-20T12:00:00Z');
const terms = checkoutTerms({ guarantee: null });
const labels = (...args: Parameters<typeof pickedLines>) =>
  pickedLines(...args).map(({ label, cents }) => [label, cents]);

it('CHECKOUT-9: what was picked is shown with a discount that the server still allows, and nothing charged', () => {
  expect(labels('pro_monthly', 'first-time', terms, now)).toEqual([
    ['Pro, first month', 5_900],
    ['First-time discount, 50%', 2_950],
    ['Charged', 0],
  ]);
  expect(labels('pro_monthly', 'first-time', { ...terms, hasPaid: true }, now)).toHaveLength(2);
  expect(labels('pro_monthly', 'urgent', { ...terms, offerEndsAt: '2026-11-20T11:59:00Z' }, now)).toHaveLength(2);
  expect(labels('pro_monthly', 'first-time', null, now), 'a guest’s terms aren’t known').toHaveLength(2);
  expect(labels('starter_annual', undefined, terms, now)).toContainEqual(['2 months free', 6_000]);
});

it('CHECKOUT-9: Milli says until when the trial runs, or just that there’s no hurry', () => {
  expect(reassurance({ isInTrial: true, trialEndsAt: '2026-11-24T12:00:00.000Z' })).toBe(
    'No hurry. Your trial runs until Tuesday, November 24, with or without a plan.',
  );
  expect([reassurance({ isInTrial: false, trialEndsAt: '2026-11-24T12:00:00.000Z' }), reassurance(null)]).toEqual([
    'No hurry. The plans will be here.',
    'No hurry. The plans will be here.',
  ]);
});
