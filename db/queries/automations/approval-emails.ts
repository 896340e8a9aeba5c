import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import type { UserId } from '../../types.gen.ts';

/**
 * Schedules an email for each pending approval that hasn't been emailed, or whose link has ended since. The job names
 * the link's number, so a job for an earlier link does nothing.
 */
export async function scheduleApprovalEmails(trx: Db, userId: UserId, now: Date): Promise<void> {
  await sql`
    ${enqueueJobs({
      queue: 'approval-email',
      key: sql`concat_ws(' ', id, link_number)`,
      payload: { userId: sql`user_id`, approvalId: sql`id`, linkNumber: sql`link_number` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`automation_approvals
        where user_id = ${userId} and status = 'waiting' and deadline > ${now} and emailed_at is null`,
    })}`.execute(trx);
}

/**
 * Records that an approval was emailed, unless the link in that email has ended meanwhile: then another email is due.
 */
export async function noteApprovalEmailed(
  db: Db,
  { userId, id, linkNumber, now }: { userId: UserId; id: string; linkNumber: number; now: Date },
): Promise<void> {
  await db
    .updateTable('automation_approvals')
    .set({ emailed_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('link_number', '=', linkNumber)
    .execute();
}

/** Whether approvals are emailed as well. They are unless the owner turns that off. */
export async function emailsApprovals(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('automation_settings')
    .select('emails_approvals as isOn')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.isOn ?? true;
}

export async function setEmailsApprovals(db: Db, userId: UserId, isOn: boolean): Promise<void> {
  await db
    .insertInto('automation_settings')
    .values({ user_id: userId, emails_approvals: isOn })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ emails_approvals: isOn }))
    .execute();
}
