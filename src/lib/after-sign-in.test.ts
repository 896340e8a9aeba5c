import { describe, expect, it } from 'vitest';
import { pathAfterLink, pathAfterSignIn, planChoiceOf, type Wish } from './after-sign-in.ts';

const PRO = { plan: 'pro', priceId: 'pro_annual' } as const;
const TO_CHECKOUT = '/checkout?plan=pro&billing=annual';
const TO_AUTH = '/auth?plan=pro&priceId=pro_annual';
const CHECKOUT = '/checkout?plan=starter&billing=annual&discount=first-time';

describe('from /auth, once signed in (spec §2 "/auth")', () => {
  it.each<[string, Wish, string]>([
    ['nothing else was wanted', {}, '/dashboard'],
    ['a page asked for the sign-in', { redirect: '/dashboard/seomi?c=1' }, '/dashboard/seomi?c=1'],
    ['the redirect leaves this site', { redirect: '//evil.example' }, '/dashboard'],
    ['a plan has its price', PRO, TO_CHECKOUT],
    ['there is only a price', { priceId: 'pro_annual' }, TO_CHECKOUT],
    ['there is only a plan', { plan: 'pro' }, '/dashboard'],
    ['a plan and a redirect', { ...PRO, redirect: '/dashboard/seomi' }, TO_CHECKOUT],
    ['the price is not ours', { plan: 'pro', priceId: 'price_1' }, '/dashboard'],
    ['the checkout asked for the sign-in', { redirect: CHECKOUT }, CHECKOUT],
  ])('where %s', (_name, wish, path) => {
    expect(pathAfterSignIn(wish)).toBe(path);
  });
});

describe('after the link of a mail (spec §5, §7)', () => {
  it.each<[string, typeof PRO | null, Wish | null, string]>([
    ['nothing was wanted', null, null, '/dashboard'],
    ['the mail brings a plan with its price', PRO, null, TO_AUTH],
    ['this browser remembers them', null, PRO, TO_AUTH],
    ['this browser remembers a plan without a price', null, { plan: 'pro' }, '/dashboard'],
    ['this browser remembers a page', null, { redirect: '/dashboard/seomi' }, '/dashboard/seomi'],
    ['it remembers a checkout with all it carries', PRO, { redirect: CHECKOUT }, CHECKOUT],
    ['it remembers another site', null, { redirect: 'https://evil.example' }, '/dashboard'],
  ])('where %s', (_name, planChoice, kept, path) => {
    expect(pathAfterLink(planChoice, kept)).toBe(path);
  });
});

describe('the plan that a confirmation mail brings along', () => {
  it.each<[string, Wish, unknown]>([
    ['a plan and its price', PRO, PRO],
    ['a plan without a price', { plan: 'pro' }, undefined],
    [
      'a checkout by the quarter',
      { redirect: '/checkout?plan=pro&billing=quarterly' },
      { plan: 'pro', priceId: 'pro_quarterly' },
    ],
    ['a checkout', { redirect: CHECKOUT }, { plan: 'starter', priceId: 'starter_annual' }],
    ['a bare checkout, which stands for Pro', { redirect: '/checkout' }, { plan: 'pro', priceId: 'pro_monthly' }],
    ['a checkout of a plan that we do not have', { redirect: '/checkout?plan=gold' }, undefined],
    ['another page', { redirect: '/dashboard?plan=pro' }, undefined],
    ['another site', { redirect: '//evil.example/checkout' }, undefined],
  ])('comes from %s', (_name, wish, choice) => {
    expect(planChoiceOf(wish)).toEqual(choice);
  });
});
