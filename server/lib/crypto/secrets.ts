import { hash, createHmac, createSecretKey, hkdfSync, randomBytes, randomInt, type KeyObject } from 'node:crypto';

/** 256 bits of randomness as URL-safe text: session ids and link tokens. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that a table stores in place of a token. The token is random, so a plain hash is enough. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The same id for the same text: 128 bits of its hash in the form of a UUID. */
export function uuidOf(text: string): string {
  return sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** A code to be typed from an email or a text message. */
export function sixDigitCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

export type KeyedHash = (text: string) => string;

/** A keyed hash for one purpose, derived from the master key: guessable inputs such as addresses can't be brute-forced without it. */
export function keyedHash(masterSecret: string, purpose: string): KeyedHash {
  const key: KeyObject = createSecretKey(Buffer.from(hkdfSync('sha256', masterSecret, '', purpose, 32)));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
