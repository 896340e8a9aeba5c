import { userIdSchema } from '#contract/ids.ts';
import type { UserId } from '#db/types.gen.ts';
import type { UnsubscribeLinks } from '#server/content/emails/unsubscribe-headers.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/;

/** The link with which someone stops the emails of a person's automations. It is good for nothing else, and never expires. */
export function createRecipientLinks({
  hashes,
  publicUrl,
  supportEmail,
}: {
  hashes: readonly [KeyedHash, ...KeyedHash[]];
  publicUrl: string;
  supportEmail: string;
}) {
  const subjectOf = (userId: UserId, email: string) => `${userId} ${email.toLowerCase()}`;
  return {
    stopLinks: (userId: UserId, email: string): UnsubscribeLinks => ({
      url: `${publicUrl}/automations/stop-emails?token=${userId}.${hashes[0](subjectOf(userId, email))}`,
      mailto: supportEmail,
    }),

    /** Whose automations a link is about, and whether it belongs to an address; null if it isn't one of ours. */
    readStopToken: (token: string): { userId: UserId; isOf: (email: string) => boolean } | null => {
      const [, owner, given] = TOKEN.exec(token) ?? [];
      const { data: userId } = userIdSchema.safeParse(owner);
      if (userId === undefined || given === undefined) return null;
      // Hashes of both are compared, so that comparing takes equally long for every guess.
      const isSame = (one: string) => hashes[0](one) === hashes[0](given);
      return { userId, isOf: (email) => hashes.some((hash) => isSame(hash(subjectOf(userId, email)))) };
    },
  };
}
export type RecipientLinks = ReturnType<typeof createRecipientLinks>;
