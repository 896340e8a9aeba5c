import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { trimEnd } from '../text/trim.ts';

const derive = promisify(argon2);

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. Runs off the main thread, unlike Lucia's Scrypt.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

async function tag(password: string, nonce: Buffer): Promise<Buffer> {
  // NFKC, so that the same password typed on two keyboards gives the same bytes.
  const message = password.normalize('NFKC');
  return derive('argon2id', {
    message,
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
}

const unpadded = (bytes: Buffer) => trimEnd(bytes.toString('base64'), /=/);

/**
 * Hashes with argon2id, in the PHC string format. Takes about 30 ms of one core, off-thread. Requests wait their turn in the password
 * queue.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(await tag(password, nonce))}`;
}

/** A hash that matches no password. It is checked when the account is unknown, so that both cases take the same time. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(TAG_BYTES))}`;

/** Checks in constant time; with `null` it does the same work and returns false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , nonce = '', expected = ''] = (stored ?? NOBODY).split('$');
  const actual = await tag(password, Buffer.from(nonce, 'base64'));
  const wanted = Buffer.from(expected, 'base64');
  return wanted.length === actual.length && timingSafeEqual(wanted, actual) && stored !== null;
}
