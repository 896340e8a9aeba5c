import { hash, createHmac, createSecretKey, hkdfSync, randomBytes, randomInt, type KeyObject } from 'node:crypto';

/** 256 bits of randomness as URL-safe text. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that a table stores in place of a token. The token is random, so a plain hash is enough. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * A token that names its owner, so that it is looked up among that person's rows: the 16 bytes of their id and a `randomToken`, both as
 * base64url. Only the secret part grants anything.
 */
export function userToken(userId: string, secret: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') + secret;
}

/** Base64url of 16 and of 32 bytes. The last character of each has bits to spare, which are zero. */
const USER_TOKEN = /^([\w-]{21}[AQgw])([\w-]{42}[AEIMQUYcgkosw048])$/;

/** Whose token this claims to be, and the hash of its secret; null if it isn't one. Only a lookup by both confirms the claim. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- reason: the brand of a person's id belongs to the database's layer
export function parseUserToken<Id extends string>(token: string): { userId: Id; hash: string } | null {
  const [, owner, secret] = USER_TOKEN.exec(token) ?? [];
  if (owner === undefined || secret === undefined) return null;
  const userId = Buffer.from(owner, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { userId: userId as Id, hash: sha256(secret) }; // reason: see above
}

/** The same id for the same text: 128 bits of its hash in the form of a UUID. */
export function uuidOf(text: string): string {
  return sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The same as `uuidOf`, with the marks of version 8 (RFC 9562): where ids are checked, other versions promise how they were made. */
export function uuid8Of(text: string): string {
  return uuidOf(text).replace(/^(.{14}).(....)./, (_, start, middle) => `${start}8${middle}a`);
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
