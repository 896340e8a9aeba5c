import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import type { ContactMessagesTable } from '../../types.gen.ts';

type Fields = Pick<ContactMessagesTable, 'id' | 'topic' | 'name' | 'email' | 'message'>;

/** Stores a message and schedules its two emails. Sending the same one again does nothing. */
export async function addContactMessage(db: Db, message: Fields & { now: Date }): Promise<void> {
  const { id, topic, name, email, message: words, now } = message;
  const job = {
    key: sql<string>`id::text`,
    payload: { id: sql<string>`id` },
    dueAt: sql<Date>`created_at`,
    from: sql`added`,
  };
  await sql`
    with added as (
      insert into contact_messages (id, topic, name, email, message, created_at)
      values (${id}::uuid, ${topic}, ${name}, ${email}, ${words}, ${now})
      on conflict (id) do nothing returning id, created_at
    )
    ${enqueueJobs({ queue: 'contact-email', ...job }, { queue: 'contact-receipt', ...job })}`.execute(db);
}

export type StoredMessage = Fields & { createdAt: Date; emailedAt: Date | null; receiptEmailedAt: Date | null };

export async function findContactMessage(db: Db, id: string): Promise<StoredMessage | undefined> {
  return db
    .selectFrom('contact_messages')
    .select([
      'id',
      'topic',
      'name',
      'email',
      'message',
      'created_at as createdAt',
      'emailed_at as emailedAt',
      'receipt_emailed_at as receiptEmailedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function noteMessageEmailed(
  db: Db,
  id: string,
  which: 'emailed_at' | 'receipt_emailed_at',
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
