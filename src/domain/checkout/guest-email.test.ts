import { expect, it } from 'vitest';
import { aDisk } from '#tests/support/a-disk.ts';
import { keepGuestEmail, readGuestEmail } from './guest-email.ts';

const now = Date.UTC(2026, 10, 21);
const DAY_MS = 24 * 60 * 60_000;

it('of the addresses that were tried here, the one that paid is remembered for a day', () => {
  const disk = aDisk();
  keepGuestEmail('First@Example.com', disk, now);
  keepGuestEmail('second@example.com', disk, now + 1);
  expect(readGuestEmail('f•••@example.com', disk, now + DAY_MS - 1)).toBe('First@Example.com');
  expect(readGuestEmail('s•••@example.com', disk, now)).toBe('second@example.com');
  expect(readGuestEmail('f•••@example.com', disk, now + DAY_MS)).toBeUndefined();
});

it('none is said where two of them look alike, or none fits', () => {
  const disk = aDisk();
  keepGuestEmail('ana@example.com', disk, now);
  keepGuestEmail('ana@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBe('ana@example.com');
  expect(readGuestEmail('b•••@example.com', disk, now)).toBeUndefined();
  keepGuestEmail('anna@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});

it.each([
  ['is forbidden', null],
  ['is full', aDisk({ isFull: true })],
])('a store that %s costs a line of typing', (_name, disk) => {
  keepGuestEmail('ana@example.com', disk, now);
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});

it('nonsense in the store is nothing', () => {
  const disk = aDisk();
  disk.setItem('tenfold:guest-emails', '[{"email":5},null,"x"]');
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
  disk.setItem('tenfold:guest-emails', '{');
  expect(readGuestEmail('a•••@example.com', disk, now)).toBeUndefined();
});
