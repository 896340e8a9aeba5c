import type { UserId } from '#db/types.gen.ts';
import { sha256, userToken, type KeyedHash } from '#server/lib/crypto/secrets.ts';

/**
 * The link in the email of an approval. Its secret is made from the approval's id, so that an email that is sent again has the same; the table
 * has its hash only.
 */
export function createApprovalLinks({ hash, publicUrl }: { hash: KeyedHash; publicUrl: string }) {
  return (userId: UserId, approvalId: string): { url: string; linkHash: string } => {
    const secret = Buffer.from(hash(`${userId} ${approvalId}`), 'hex').toString('base64url');
    return {
      url: `${publicUrl}/automations/approval?token=${userToken(userId, secret)}`,
      linkHash: sha256(secret),
    };
  };
}
export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;
