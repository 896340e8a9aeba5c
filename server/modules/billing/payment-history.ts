import type { Db } from '#db/client.ts';
import * as history from '#db/queries/payment-history.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

/**
 * What of a mailbox outlives its account: whether it has paid, was refunded and has seen the offer (DECISIONS "Discounts").
 * `hashes` are keyed: the first under today's master key, the others under earlier ones.
 */
export function createPaymentHistory({ db, hashes }: { db: Db; hashes: [KeyedHash, ...KeyedHash[]] }) {
  const [newest] = hashes;
  return {
    of: (email: string): Promise<history.PaymentHistory> => {
      const mailbox = normalizeEmail(email);
      return history.findPaymentHistory(
        db,
        hashes.map((hash) => hash(mailbox)),
      );
    },
    remember: (email: string, known: Partial<history.PaymentHistory>): Promise<void> =>
      history.rememberPayments(db, newest(normalizeEmail(email)), {
        firstPaidAt: null,
        refundedAt: null,
        offerShownAt: null,
        ...known,
      }),
  };
}
export type PaymentHistory = ReturnType<typeof createPaymentHistory>;
