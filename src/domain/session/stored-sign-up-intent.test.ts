import { describe, expect, it } from 'vitest';
import { aDisk } from '#tests/support/a-disk.ts';
import { storeSignUpIntent, takeSignUpIntent } from './stored-sign-up-intent.ts';

const now = Date.UTC(2026, 10, 21);
const wish = { plan: 'pro', priceId: 'pro_annual', redirect: '/dashboard/seomi' } as const;

describe('what somebody wanted before they went to their mail', () => {
  it('is remembered for a day, and once', () => {
    const disk = aDisk();
    storeSignUpIntent(wish, disk, now);
    expect(takeSignUpIntent(disk, now + 86_399_999)).toEqual(wish);
    expect(takeSignUpIntent(disk, now)).toBeNull();
    storeSignUpIntent(wish, disk, now);
    expect(takeSignUpIntent(disk, now + 86_400_000)).toBeNull();
  });

  it.each([
    ['another site', '{"redirect":"//evil.example","until":9e15}', {}],
    ['no time', '{"redirect":"/dashboard"}', null],
    ['no sense', 'not json', null],
  ])('never is %s', (_name, kept, taken) => {
    const disk = aDisk();
    disk.setItem('tenfold:wish', kept);
    expect(takeSignUpIntent(disk, now)).toEqual(taken);
  });

  it('is forgotten where the store is full', () => {
    const disk = aDisk({ isFull: true });
    storeSignUpIntent(wish, disk, now);
    expect(takeSignUpIntent(disk, now)).toBeNull();
  });
});
