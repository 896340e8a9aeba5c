import { describe, expect, test } from 'vitest';
import { keyedHash } from '#server/lib/crypto/secrets.ts';
import { createDeviceCookie } from './device-cookie.ts';

const hashOf = (secret: string) => keyedHash(secret, 'devices');
const MAYA = 'maya@fernandkiln.example';
const TOMAS = 'tomas@ledgerly.example';
const cookie = createDeviceCookie({ after: 'sign-in', isHttps: true, hashes: [hashOf('a secret')] });
const valueIn = (line: string) => /=([^;]*)/.exec(line)?.[1] ?? '';

describe('the cookie of a browser that has signed in before', () => {
  test('is out of reach for scripts, other sites and plain http, and lasts as long as a cookie can', () => {
    const attributes = /^__Host-device=[\w-]{48}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/;
    expect(cookie.after(undefined, MAYA)).toMatch(attributes);
    const local = createDeviceCookie({ after: 'sign-in', isHttps: false, hashes: [hashOf('a secret')] });
    expect(local.after(undefined, MAYA)).toMatch(
      /^device=[\w-]{48}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
  });

  test('knows the account it was made for, and no other', () => {
    const value = valueIn(cookie.after(undefined, MAYA));
    expect(cookie.deviceOf(value, MAYA)).toBe(value.slice(0, 16));
    expect(cookie.deviceOf(value, TOMAS)).toBeNull();
    const forged = createDeviceCookie({ after: 'sign-in', isHttps: true, hashes: [hashOf('another secret')] }).after(
      undefined,
      MAYA,
    );
    for (const odd of [undefined, '', value.slice(1), `${value}0`, `x.${value.toUpperCase()}`, valueIn(forged)])
      expect(cookie.deviceOf(odd, MAYA)).toBeNull();
  });

  test('keeps its id when the same person signs in again, and says nothing of who that is', () => {
    const first = valueIn(cookie.after(undefined, MAYA));
    expect(valueIn(cookie.after(first, MAYA))).toBe(first);
    expect(first).not.toContain('maya');
    expect(valueIn(cookie.after(undefined, MAYA))).not.toBe(first);
  });

  test('holds the last eight people of a shared browser, however long a value is sent', () => {
    const people = Array.from({ length: 12 }, (_, index) => `person-${index}@example.com`);
    let value = 'garbage.'.repeat(3);
    for (const person of people) value = valueIn(cookie.after(value, person));
    expect(value.length).toBeLessThan(400);
    const known = people.filter((person) => cookie.deviceOf(value, person) !== null);
    expect(known).toEqual(people.slice(-8));
    expect(valueIn(cookie.after(`${value}.${value}`.repeat(50), MAYA)).length).toBeLessThan(400);
  });

  test('outlives a new master key', () => {
    const old = valueIn(cookie.after(undefined, MAYA));
    const renewed = createDeviceCookie({
      after: 'sign-in',
      isHttps: true,
      hashes: [hashOf('the next'), hashOf('a secret')],
    });
    expect(renewed.deviceOf(old, MAYA)).toBe(old.slice(0, 16));
    const later = createDeviceCookie({ after: 'sign-in', isHttps: true, hashes: [hashOf('the next')] });
    expect(later.deviceOf(valueIn(renewed.after(old, MAYA)), MAYA)).toBe(old.slice(0, 16));
  });
});
