import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Log } from '#server/lib/log.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what must be read again. `open` returns null for anything that was not sealed under one of the keys, and
 * logs it as an error: `what` says which one it was, such as `factor <id>`.
 */
export type SealedBox = { seal: (text: string) => string; open: (sealed: string, what: string) => string | null };

const keyOf = (masterSecret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', masterSecret, '', `seal ${purpose}`, 32));

/** AES-256-GCM under a key derived for one purpose. Seals under the first master key, opens under any of them. */
export function createSealedBox([newest, ...older]: [string, ...string[]], purpose: string, log: Log): SealedBox {
  const key = keyOf(newest, purpose);
  const keys = [key, ...older.map((secret) => keyOf(secret, purpose))];

  function openWith(one: Buffer, bytes: Buffer): string | null {
    try {
      const decipher = createDecipheriv(ALGORITHM, one, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, what) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length >= NONCE_BYTES + TAG_BYTES)
        for (const one of keys) {
          const text = openWith(one, bytes);
          if (text !== null) return text;
        }
      log.error({ event: 'sealed value unreadable', purpose, what }, `${what} can't be read with APP_SECRET`);
      return null;
    },
  };
}
