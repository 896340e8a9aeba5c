import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** 256 bits of randomness as URL-safe text: session ids and link tokens. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What reaches a table in place of a token. The token is random, so a plain hash is enough. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export type KeyedHash = (text: string) => string;

/** A keyed hash for one purpose, derived from the master key: guessable inputs such as addresses cannot be tried without it. */
export function keyedHash(masterSecret: string, purpose: string): KeyedHash {
  const key: KeyObject = createSecretKey(Buffer.from(hkdfSync('sha256', masterSecret, '', purpose, 32)));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
