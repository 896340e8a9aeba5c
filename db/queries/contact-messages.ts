import type { Db } from '../client.ts';
import type { ContactMessagesTable } from '../types.gen.ts';

type Fields = Pick<ContactMessagesTable, 'id' | 'topic' | 'name' | 'email' | 'message'>;

/** Keeps a message. The same one again is the same one. */
export async function addContactMessage(db: Db, { now, ...message }: Fields & { now: Date }): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({ ...message, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export type DueMessage = Fields & { createdAt: Date; mailedAt: Date | null; receiptMailedAt: Date | null };
type Wish = {
  now: Date;
  /** What came before this is not mailed to us any more. */
  notBefore: Date;
  /** What came before this gets no receipt any more: the address may not exist. */
  receiptsFrom: Date;
  retryBefore: Date;
  limit: number;
};

/** Takes messages of which a mail is due, so that two processes never send the same one (see mail-round). */
export async function takeDueMessages(db: Db, wish: Wish): Promise<DueMessage[]> {
  const due = db
    .selectFrom('contact_messages')
    .select('id')
    .where((where) => where.or([where('mailed_at', 'is', null), where('receipt_mailed_at', 'is', null)]))
    .where((where) =>
      where.or([
        where.and([where('mailed_at', 'is', null), where('created_at', '>=', wish.notBefore)]),
        where.and([where('receipt_mailed_at', 'is', null), where('created_at', '>=', wish.receiptsFrom)]),
      ]),
    )
    .where((where) => where.or([where('tried_at', 'is', null), where('tried_at', '<', wish.retryBefore)]))
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .limit(wish.limit)
    .forUpdate()
    .skipLocked();
  return db
    .with('due', () => due)
    .updateTable('contact_messages')
    .from('due')
    .set({ tried_at: wish.now })
    .whereRef('contact_messages.id', '=', 'due.id')
    .returning([
      'contact_messages.id',
      'contact_messages.topic',
      'contact_messages.name',
      'contact_messages.email',
      'contact_messages.message',
      'contact_messages.created_at as createdAt',
      'contact_messages.mailed_at as mailedAt',
      'contact_messages.receipt_mailed_at as receiptMailedAt',
    ])
    .execute();
}

export async function noteMessageMailed(
  db: Db,
  id: string,
  which: 'mailed_at' | 'receipt_mailed_at',
  now: Date,
): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set({ [which]: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldContactMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at', '<', before).execute();
}
