import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';

type Recipient = { email: string; isConfirmed: boolean };
export type OwnerRow = AccessRow & {
  email: string;
  timeZone: string;
  /** Addresses besides the owner's. */
  recipients: Recipient[];
  /** Active automations. */
  active: number;
  /** Messages of this month. */
  messages: number;
  hidesSamples: boolean;
  pausedAt: Date | null;
  waitingApprovals: number;
};

/** What automations depend on besides themselves, in one statement. */
export async function getAutomationOwner(db: Db, userId: UserId, month: string): Promise<OwnerRow> {
  return db
    .selectFrom('profiles')
    .innerJoin('users as u', 'u.id', 'profiles.user_id')
    .leftJoin('usage_in_use as in_use', 'in_use.user_id', 'profiles.user_id')
    .leftJoin('usage_tracking as m', (join) =>
      join.onRef('m.user_id', '=', 'profiles.user_id').on('m.month_year', '=', month),
    )
    .leftJoin('automation_settings as s', 's.user_id', 'profiles.user_id')
    .select(accessColumns)
    .select([
      'u.email',
      'profiles.time_zone as timeZone',
      sql<Recipient[]>`(
        select coalesce(json_agg(json_build_object('email', r.email, 'isConfirmed', r.confirmed_at is not null) order by r.requested_at), '[]')
        from automation_recipients r where r.user_id = ${userId})`.as('recipients'),
      sql<number>`coalesce(in_use.automations, 0)::int`.as('active'),
      sql<number>`coalesce(m.messages_used, 0)::int`.as('messages'),
      sql<boolean>`coalesce(s.hides_samples, false)`.as('hidesSamples'),
      's.paused_at as pausedAt',
      sql<number>`(
        select count(*)::int from automation_approvals p where p.user_id = ${userId} and p.status = 'waiting')`.as(
        'waitingApprovals',
      ),
    ])
    .where('profiles.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
}
