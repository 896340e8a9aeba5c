import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type PaymentHistory = { firstPaidAt: Date | null; refundedAt: Date | null; offerShownAt: Date | null };

/** What is stored about a mailbox, under any of its hashes. */
export async function findPaymentHistory(db: Db, hashes: string[]): Promise<PaymentHistory> {
  const row = await db
    .selectFrom('payment_history')
    .select([
      sql<Date | null>`min(first_paid_at)`.as('firstPaidAt'),
      sql<Date | null>`min(refunded_at)`.as('refundedAt'),
      sql<Date | null>`min(offer_shown_at)`.as('offerShownAt'),
    ])
    .where('claim_hash', 'in', hashes)
    .executeTakeFirst();
  return row ?? { firstPaidAt: null, refundedAt: null, offerShownAt: null };
}

/** Adds to what is stored; existing values stay. */
export async function rememberPayments(
  db: Db,
  hash: string,
  history: PaymentHistory & { personId: UserId },
): Promise<void> {
  const first = (column: string) =>
    sql<Date | null>`coalesce(payment_history.${sql.ref(column)}, excluded.${sql.ref(column)})`;
  await db
    .insertInto('payment_history')
    .values({
      claim_hash: hash,
      person_id: history.personId,
      first_paid_at: history.firstPaidAt,
      refunded_at: history.refundedAt,
      offer_shown_at: history.offerShownAt,
    })
    .onConflict((conflict) =>
      conflict.column('claim_hash').doUpdateSet({
        person_id: history.personId,
        first_paid_at: first('first_paid_at'),
        refunded_at: first('refunded_at'),
        offer_shown_at: first('offer_shown_at'),
      }),
    )
    .execute();
}

/** A refund of an account applies to every mailbox that belonged to it. */
export async function noteRefundOf(db: Db, personId: UserId, refundedAt: Date): Promise<void> {
  await db
    .updateTable('payment_history')
    .set({ refunded_at: refundedAt })
    .where('person_id', '=', personId)
    .where('refunded_at', 'is', null)
    .execute();
}
