import { createSealedBox, type SealedBox } from '#server/lib/crypto/sealed-box.ts';
import { keyedHash, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { Log } from '#server/lib/log.ts';

/** Derives hashes and encryption keys from the master keys, one per purpose. Renaming a purpose changes its key. */
export type Keys = {
  /** Under the newest master key alone, for hashes that needn't survive a new one. */
  hash: (purpose: string) => KeyedHash;
  /** The first under the newest master key, the others under earlier ones. */
  hashes: (purpose: string) => [KeyedHash, ...KeyedHash[]];
  /** Seals under the newest master key, and opens under any of them. */
  box: (purpose: string) => SealedBox;
};

/** `secrets` are the master keys, the newest first. */
export function createKeys(secrets: [string, ...string[]], log: Log): Keys {
  const [newest, ...earlier] = secrets;
  return {
    hash: (purpose) => keyedHash(newest, purpose),
    hashes: (purpose) => [keyedHash(newest, purpose), ...earlier.map((secret) => keyedHash(secret, purpose))],
    box: (purpose) => createSealedBox(secrets, purpose, log),
  };
}
