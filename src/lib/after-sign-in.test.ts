import { describe, expect, it } from 'vitest';
import { pathAfterSignIn } from './after-sign-in.ts';

describe('after signing in', () => {
  it('leads to the dashboard when nothing else was wanted', () => {
    expect(pathAfterSignIn({})).toBe('/dashboard');
  });

  it('leads back to the page that asked for the sign-in', () => {
    expect(pathAfterSignIn({ redirect: '/dashboard/seomi?c=1' })).toBe('/dashboard/seomi?c=1');
  });

  it('never leads to another site', () => {
    expect(pathAfterSignIn({ redirect: '//evil.example' })).toBe('/dashboard');
  });

  it('carries a chosen plan to billing only together with its price (spec §5)', () => {
    expect(pathAfterSignIn({ plan: 'pro', priceId: 'pro_annual' })).toBe('/dashboard/billing?plan=pro');
    expect(pathAfterSignIn({ plan: 'pro' })).toBe('/dashboard');
  });
});
