import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUserToken, randomToken, sha256, userToken } from './secrets.ts';

const USER_ID = '8f14e45f-ceea-467f-a0e6-b1c2d3e4f5a6';
const SECRET = randomToken();
const TOKEN = userToken(USER_ID, SECRET);
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a token that names its owner', () => {
  test('gives back whose it is and the hash of its secret, for any person', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 7] }), fc.uint8Array({ minLength: 32, maxLength: 32 }), (userId, bytes) => {
        const secret = Buffer.from(bytes).toString('base64url');
        expect(parseUserToken(userToken(userId, secret))).toEqual({ userId, hash: sha256(secret) });
      }),
    );
  });

  test('is URL-safe, 65 characters long, and says nothing of the secret in its first 22', () => {
    expect(TOKEN).toMatch(/^[\w-]{65}$/);
    expect(userToken(USER_ID, randomToken()).slice(0, 22)).toBe(TOKEN.slice(0, 22));
    expect(TOKEN.slice(22)).toBe(SECRET);
  });

  test.each([
    ['nothing', ''],
    ['a secret alone, as tokens were before they named their owner', SECRET],
    ['an owner alone', TOKEN.slice(0, 22)],
    ['one character less', TOKEN.slice(1)],
    ['one character more', `${TOKEN}A`],
    ['two tokens', TOKEN + TOKEN],
    ['the id as text', USER_ID + SECRET],
    ['a line break behind it', `${TOKEN}\n`],
    ['a line break in place of its end', `${TOKEN.slice(0, -1)}\n`],
    ['a space', ` ${TOKEN.slice(1)}`],
    ['the other alphabet of base64', `${TOKEN.slice(0, 30)}+/${TOKEN.slice(32)}`],
    ['padding', `${TOKEN.slice(0, -1)}=`],
    ['a null character', `${TOKEN.slice(0, 30)}\0${TOKEN.slice(31)}`],
    ['letters that look alike', `${TOKEN.slice(0, 30)}а${TOKEN.slice(31)}`],
    ['a lone surrogate', `${TOKEN.slice(0, 30)}\ud800${TOKEN.slice(31)}`],
    ['a very long text', 'A'.repeat(100_000)],
  ])('is not %s', (_, text) => {
    expect(parseUserToken(text)).toBeNull();
  });

  test.each([
    ['owner', 0, 22],
    ['secret', 22, 65],
  ])('has one spelling for the bytes of its %s', (_, from, to) => {
    const spellings = [...BASE64URL].map((last) => TOKEN.slice(0, to - 1) + last + TOKEN.slice(to));
    const bytesOf = (text: string) => Buffer.from(text.slice(from, to), 'base64url').toString('hex');
    const accepted = spellings.filter((text) => parseUserToken(text) !== null);
    expect(new Set(accepted.map(bytesOf))).toEqual(new Set(spellings.map(bytesOf)));
    expect(new Set(accepted.map(bytesOf)).size).toBe(accepted.length);
  });

  test('reads as another one, or as none, once any character is changed', () => {
    fc.assert(
      fc.property(
        fc.nat(TOKEN.length - 1),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (at, character) => {
          fc.pre(character !== TOKEN[at]);
          const changed = TOKEN.slice(0, at) + character + TOKEN.slice(at + 1);
          expect(parseUserToken(changed)).not.toEqual(parseUserToken(TOKEN));
        },
      ),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
        expect(parseUserToken(text)).toBeNull();
      }),
    );
  });
});
