import type { Db } from '#db/client.ts';
import * as history from '#db/queries/billing/payment-history.ts';
import type { UserId } from '#db/types.gen.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

/** The current owner of the mailbox. */
type Owner = { userId: UserId; email: string };

/**
 * What we store about a mailbox after its account is gone: whether it has paid, was refunded and has seen the offer (DISCOUNT-6). `hashes`
 * are keyed: the first under today's master key, the others under earlier ones.
 */
export function createPaymentHistory({ db, hashes }: { db: Db; hashes: [KeyedHash, ...KeyedHash[]] }) {
  const [newest] = hashes;
  const remember = ({ userId, email }: Owner, known: Partial<history.PaymentHistory>): Promise<void> =>
    history.rememberPayments(db, newest(normalizeEmail(email)), {
      personId: userId,
      firstPaidAt: null,
      refundedAt: null,
      offerShownAt: null,
      ...known,
    });
  return {
    of: (email: string): Promise<history.PaymentHistory> => {
      const mailbox = normalizeEmail(email);
      return history.findPaymentHistory(
        db,
        hashes.map((hash) => hash(mailbox)),
      );
    },
    remember,
    /** Applies to every mailbox that the account has had. */
    rememberRefund: async (owner: Owner, refundedAt: Date): Promise<void> => {
      await remember(owner, { refundedAt });
      await history.noteRefundOf(db, owner.userId, refundedAt);
    },
  };
}
export type PaymentHistory = ReturnType<typeof createPaymentHistory>;
