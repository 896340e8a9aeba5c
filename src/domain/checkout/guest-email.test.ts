import { expect, it } from 'vitest';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { storeGuestEmail, readGuestEmail } from './guest-email.ts';

const now = Date.UTC(2026, 10, 21);
const DAY_MS = 24 * 60 * 60_000;

it('the address that paid, among those tried here, is remembered for a day', () => {
  const disk = aDisk();
  storeGuestEmail('First@Example.com', disk, now);
  storeGuestEmail('second@example.com', disk, now + 1);
  expect(readGuestEmail('f•••@example.com', disk, now + DAY_MS - 1)).toBe('First@Example.com');
  expect(readGuestEmail('s•••@example.com', disk, now)).toBe('second@example.com');
  expect(readGuestEmail('f•••@example.com', disk, now + DAY_MS)).toBeUndefined();
});

it('no address is suggested if two match the mask, or none does', () => {
  const disk = aDisk();
  storeGuestEmail('ana@example.com', disk, now);
  storeGuestEmail('ana@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBe('ana@example.com');
  expect(readGuestEmail('b•••@example.com', disk, now)).toBeUndefined();
  storeGuestEmail('anna@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});

it.each([
  ['is forbidden', null],
  ['is full', aDisk({ isFull: true })],
])('a store that %s only loses the suggestion', (_name, disk) => {
  storeGuestEmail('ana@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});

it('garbage in the store is ignored', () => {
  const disk = aDisk();
  disk.setItem('tenfold:guest-emails', '[{"email":5},null,"x"]');
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
  disk.setItem('tenfold:guest-emails', '{');
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});
