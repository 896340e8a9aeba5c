import { describe, expect, it } from 'vitest';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { storeSignUpIntent, takeSignUpIntent } from './stored-sign-up-intent.ts';

const now = Date.UTC(2026, 10, 21);
const intent = { plan: 'pro', priceId: 'pro_annual', redirect: '/dashboard/seomi' } as const;

describe('the intent of someone who went to read their email', () => {
  it('is remembered for a day, and read once', () => {
    const disk = aDisk();
    storeSignUpIntent(intent, disk, now);
    expect(takeSignUpIntent(disk, now + 86_399_999)).toEqual(intent);
    expect(takeSignUpIntent(disk, now)).toBeNull();
    storeSignUpIntent(intent, disk, now);
    expect(takeSignUpIntent(disk, now + 86_400_000)).toBeNull();
  });

  it.each([
    ['another site', '{"redirect":"//evil.example","until":9e15}', {}],
    ['an entry without a time', '{"redirect":"/dashboard"}', null],
    ['garbage', 'not json', null],
  ])('is never %s', (_name, kept, taken) => {
    const disk = aDisk();
    disk.setItem('tenfold:sign-up-intent', kept);
    expect(takeSignUpIntent(disk, now)).toEqual(taken);
  });

  it('is dropped if the store is full', () => {
    const disk = aDisk({ isFull: true });
    storeSignUpIntent(intent, disk, now);
    expect(takeSignUpIntent(disk, now)).toBeNull();
  });
});
