import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { NotificationPreferencesTable, UserId } from '../../types.gen.ts';
import { notifyBell } from './added-notices.ts';

type Row = Pick<NotificationPreferencesTable, 'kind' | 'email'> & { isMuted: boolean };

/** What this person chose; kinds without a choice have no row. */
export async function listPreferences(db: Db, userId: UserId): Promise<Row[]> {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'email', 'is_muted as isMuted'])
    .where('user_id', '=', userId)
    .execute();
}

/** Whether the bell shows a kind. `email` is the kind's default, in case nothing was chosen before. */
export async function setMuted(db: Db, userId: UserId, { kind, email, isMuted }: Row): Promise<void> {
  await sql`
    insert into notification_preferences (user_id, kind, email, is_muted) values (${userId}, ${kind}, ${email}, ${isMuted})
    on conflict (user_id, kind) do update set is_muted = excluded.is_muted
    returning ${notifyBell(sql`user_id`)}`.execute(db);
}

/** When a kind is emailed. Nothing happens for someone who is gone. */
export async function setEmail(db: Db, userId: UserId, { kind, email }: Omit<Row, 'isMuted'>): Promise<void> {
  await sql`
    insert into notification_preferences (user_id, kind, email) select id, ${kind}, ${email} from users where id = ${userId}
    on conflict (user_id, kind) do update set email = excluded.email`.execute(db);
}

/** What was chosen for the daily email is emailed no more. */
export async function endDailyEmails(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('notification_preferences')
    .set({ email: 'never' })
    .where('user_id', '=', userId)
    .where('email', '=', 'daily')
    .execute();
}
