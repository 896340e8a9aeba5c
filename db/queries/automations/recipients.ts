import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

type Key = { userId: UserId; email: string };

/** Whether the person who reads this address has agreed to get emails from this owner's automations. */
export async function isConfirmedRecipient(db: Db, { userId, email }: Key): Promise<boolean> {
  const row = await db
    .selectFrom('automation_recipients')
    .select('email')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
