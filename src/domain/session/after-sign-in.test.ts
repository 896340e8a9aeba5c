import { describe, expect, it } from 'vitest';
import { pathAfterLink, pathAfterSignIn, planChoiceOf, type SignUpIntent } from './after-sign-in.ts';

const PRO = { plan: 'pro', priceId: 'pro_annual' } as const;
const TO_CHECKOUT = '/checkout?plan=pro&billing=annual';
const TO_AUTH = '/auth?plan=pro&priceId=pro_annual';
const CHECKOUT = '/checkout?plan=starter&billing=annual&discount=first-time';

describe('from /auth, once signed in (spec §2 "/auth")', () => {
  it.each<[string, SignUpIntent, string]>([
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
  it.each<[string, { planChoice?: typeof PRO; redirect?: string }, SignUpIntent | null, string]>([
    ['nothing was wanted', {}, null, '/dashboard'],
    ['the mail brings a plan with its price', { planChoice: PRO }, null, TO_AUTH],
    ['another browser opens the mail of a checkout', { redirect: CHECKOUT }, null, CHECKOUT],
    ['the mail brings another site', { redirect: '//evil.example' }, null, '/dashboard'],
    ['this browser remembers them', {}, PRO, TO_AUTH],
    ['this browser remembers a plan without a price', {}, { plan: 'pro' }, '/dashboard'],
    ['this browser remembers a page', {}, { redirect: '/dashboard/seomi' }, '/dashboard/seomi'],
    ['it remembers another page than the mail', { redirect: '/dashboard/emmie' }, { redirect: CHECKOUT }, CHECKOUT],
    ['it remembers another site', {}, { redirect: 'https://evil.example' }, '/dashboard'],
  ])('where %s', (_name, { planChoice = null, redirect = null }, kept, path) => {
    expect(pathAfterLink({ planChoice, redirect }, kept)).toBe(path);
  });
});

describe('the plan that a confirmation mail brings along', () => {
  it.each<[string, SignUpIntent, unknown]>([
    ['a plan and its price', PRO, PRO],
    ['a plan without a price', { plan: 'pro' }, undefined],
    ['a page alone', { redirect: CHECKOUT }, undefined],
  ])('comes from %s', (_name, wish, choice) => {
    expect(planChoiceOf(wish)).toEqual(choice);
  });
});
