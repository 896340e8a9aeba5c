import { createHmac } from 'node:crypto';
import type { UserId } from '#db/types.gen.ts';
import type { SealedBox } from '#server/lib/crypto/sealed-box.ts';
import { sha256, userToken } from '#server/lib/crypto/secrets.ts';

/** The part of the address that only its owner knows follows from the secret, but not the other way around. */
const addressKey = (secret: string): string => createHmac('sha256', secret).update('address').digest('base64url');

/** The addresses of incoming webhooks. Each belongs to a secret, which is kept sealed. */
export function createHookAddresses({ box, publicUrl }: { box: SealedBox; publicUrl: string }) {
  return {
    urlOf: (userId: UserId, secret: string): string => `${publicUrl}/hooks/${userToken(userId, addressKey(secret))}`,
    /** What the table looks an address up by. */
    hashOf: (secret: string): string => sha256(addressKey(secret)),
    seal: box.seal,
    /** Null if it was sealed under a key that is no longer known. */
    open: box.open,
  };
}
export type HookAddresses = ReturnType<typeof createHookAddresses>;
