import { describe, expect, it } from 'vitest';
import { pathAfterLink, pathAfterSignIn, planChoiceOf, type SignUpIntent } from './after-sign-in.ts';

const PRO = { plan: 'pro', priceId: 'pro_annual' } as const;
const TO_CHECKOUT = '/checkout?plan=pro&billing=annual';
const TO_AUTH = '/auth?plan=pro&priceId=pro_annual';
const CHECKOUT = '/checkout?plan=starter&billing=annual&discount=first-time';

describe('AUTH-2: from /auth, once signed in', () => {
  it.each<[string, SignUpIntent, string]>([
    ['there is no intent', {}, '/dashboard'],
    ['a page required the sign-in', { redirect: '/dashboard/seomi?c=1' }, '/dashboard/seomi?c=1'],
    ['the redirect leaves this site', { redirect: '//evil.example' }, '/dashboard'],
    ['a plan has its price', PRO, TO_CHECKOUT],
    ['there is only a price', { priceId: 'pro_annual' }, TO_CHECKOUT],
    ['there is only a plan', { plan: 'pro' }, '/dashboard'],
    ['there are a plan and a redirect', { ...PRO, redirect: '/dashboard/seomi' }, TO_CHECKOUT],
    ['the price is not ours', { plan: 'pro', priceId: 'price_1' }, '/dashboard'],
    ['the checkout required the sign-in', { redirect: CHECKOUT }, CHECKOUT],
  ])('if %s', (_name, intent, path) => {
    expect(pathAfterSignIn(intent)).toBe(path);
  });
});

describe('AUTH-3: after the link in an email', () => {
  it.each<[string, { planChoice?: typeof PRO; redirect?: string }, SignUpIntent | null, string]>([
    ['there is no intent', {}, null, '/dashboard'],
    ['the email carries a plan with its price', { planChoice: PRO }, null, TO_AUTH],
    ['another browser opens the email of a checkout', { redirect: CHECKOUT }, null, CHECKOUT],
    ['the email carries another site', { redirect: '//evil.example' }, null, '/dashboard'],
    ['this browser remembers a plan with its price', {}, PRO, TO_AUTH],
    ['this browser remembers a plan without a price', {}, { plan: 'pro' }, '/dashboard'],
    ['this browser remembers a page', {}, { redirect: '/dashboard/seomi' }, '/dashboard/seomi'],
    [
      'it remembers a different page than the email',
      { redirect: '/dashboard/emmie' },
      { redirect: CHECKOUT },
      CHECKOUT,
    ],
    ['it remembers another site', {}, { redirect: 'https://evil.example' }, '/dashboard'],
  ])('if %s', (_name, { planChoice = null, redirect = null }, kept, path) => {
    expect(pathAfterLink({ planChoice, redirect }, kept)).toBe(path);
  });
});

describe('the plan that a confirmation email carries', () => {
  it.each<[string, SignUpIntent, unknown]>([
    ['a plan and its price', PRO, PRO],
    ['a plan without a price', { plan: 'pro' }, undefined],
    ['a page alone', { redirect: CHECKOUT }, undefined],
  ])('comes from %s', (_name, intent, choice) => {
    expect(planChoiceOf(intent)).toEqual(choice);
  });
});
