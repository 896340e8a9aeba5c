import type { Db } from '#db/client.ts';
import * as history from '#db/queries/payment-history.ts';
import type { UserId } from '#db/types.gen.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

/** Whose mailbox it is now. */
type Owner = { userId: UserId; email: string };

/**
 * What of a mailbox outlives its account: whether it has paid, was refunded and has seen the offer (DECISIONS "Discounts").
 * `hashes` are keyed: the first under today's master key, the others under earlier ones.
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
    /** Counts for every mailbox that the account has had. */
    rememberRefund: async (owner: Owner, refundedAt: Date): Promise<void> => {
      await remember(owner, { refundedAt });
      await history.noteRefundOf(db, owner.userId, refundedAt);
    },
  };
}
export type PaymentHistory = ReturnType<typeof createPaymentHistory>;
