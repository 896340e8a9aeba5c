import { sql, type Selectable } from 'kysely';
import { ANSWERED_STATUSES } from '#contract/automations/run-states.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { AutomationApprovalsTable, UserId } from '../../types.gen.ts';
import { notifyBell } from '../notices/added-notices.ts';

type Table = Selectable<AutomationApprovalsTable>;
type Key = { userId: UserId; id: string };

export type ApprovalRow = {
  id: string;
  runId: string;
  title: string;
  body: string;
  /** The owner's version. */
  editedBody: string | null;
  status: Table['status'];
  ifLate: Table['if_late'];
  deadline: Date;
  effectiveAt: Date | null;
  answeredFrom: Table['answered_from'];
  reason: string;
};
const columns = [
  'id',
  'run_id as runId',
  'title',
  'body',
  'edited_body as editedBody',
  'status',
  'if_late as ifLate',
  'deadline',
  'effective_at as effectiveAt',
  'answered_from as answeredFrom',
  'reason',
] as const;

export type NewApproval = Pick<ApprovalRow, 'id' | 'runId' | 'title' | 'body' | 'ifLate' | 'deadline'> & {
  userId: UserId;
  stepKey: string;
  now: Date;
};

/** The same step of the same run asks once. */
export async function addApproval(trx: Db, approval: NewApproval): Promise<void> {
  const { userId, id, runId, stepKey, title, body, ifLate, deadline, now } = approval;
  await trx
    .insertInto('automation_approvals')
    .values({
      user_id: userId,
      id,
      run_id: runId,
      step_key: stepKey,
      title,
      body,
      status: 'waiting',
      if_late: ifLate,
      deadline,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'run_id', 'step_key']).doNothing())
    .execute();
}

const select = (db: Db, userId: UserId) =>
  db.selectFrom('automation_approvals').select(columns).where('user_id', '=', userId);

export const findApproval = (db: Db, { userId, id }: Key): Promise<ApprovalRow | undefined> =>
  select(db, userId).where('id', '=', id).executeTakeFirst();

export const findApprovalOfStep = (
  db: Db,
  { userId, runId, stepKey }: { userId: UserId; runId: string; stepKey: string },
): Promise<ApprovalRow | undefined> =>
  select(db, userId).where('run_id', '=', runId).where('step_key', '=', stepKey).executeTakeFirst();

/** It no longer needs its owner's attention. */
export async function markApprovalRead(db: Db, { userId, id }: Key, now: Date): Promise<void> {
  await sql`
    update notices set read_at = ${now}
    where user_id = ${userId} and topic = 'approval' and subject = ${id} and read_at is null
    returning ${notifyBell(sql`user_id`)}`.execute(db);
}

type Answer = Key &
  Pick<ApprovalRow, 'editedBody' | 'reason'> & {
    status: (typeof ANSWERED_STATUSES)[number];
    answeredFrom: NonNullable<Table['answered_from']>;
    now: Date;
    effectiveAt: Date;
  };

/** Answers what still waits, in time. Returns its run, or undefined if there was nothing to answer. */
export async function answerApproval(
  trx: Db,
  { userId, id, status, editedBody, reason, answeredFrom, now, effectiveAt }: Answer,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('automation_approvals')
    .set({
      status,
      edited_body: editedBody,
      reason,
      answered_from: answeredFrom,
      answered_at: now,
      effective_at: effectiveAt,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('deadline', '>', now)
    .returning('run_id as runId')
    .executeTakeFirst();
  return row?.runId;
}

/** An answer that hasn't taken effect is none. Returns false if it has. */
export async function takeBackAnswer(trx: Db, { userId, id }: Key, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('automation_approvals')
    .set({
      status: 'waiting',
      edited_body: null,
      reason: '',
      answered_from: null,
      answered_at: null,
      effective_at: null,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ANSWERED_STATUSES)
    .where('effective_at', '>', now)
    .where((is) =>
      is.exists(
        is
          .selectFrom('automation_runs as r')
          .select('r.id')
          .where('r.user_id', '=', userId)
          .whereRef('r.id', '=', 'automation_approvals.run_id')
          .where('r.ended_at', 'is', null),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Its answer takes effect, and can't be taken back from here on. Returns false if it was taken back or changed at this moment. */
export async function carryOutAnswer(
  trx: Db,
  { userId, id, effectiveAt }: Key & { effectiveAt: Date | null },
): Promise<boolean> {
  const row = await trx
    .updateTable('automation_approvals')
    .set((is) => ({ effective_at: is.ref('answered_at') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ANSWERED_STATUSES)
    .where('effective_at', 'is not distinct from', effectiveAt)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks it as not answered in time. Changes nothing if it was answered. */
export async function markApprovalLate(db: Db, { userId, id }: Key, now: Date): Promise<void> {
  await db
    .updateTable('automation_approvals')
    .set({ status: 'late', answered_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('deadline', '<=', now)
    .execute();
}

/** The run has ended, and what it asked needs no answer. Belongs into the transaction that ends a run. */
export async function cancelApprovals(
  trx: Db,
  { userId, runId, now }: { userId: UserId; runId: string; now: Date },
): Promise<void> {
  await sql`
    with canceled as (
      update automation_approvals set status = 'canceled', answered_at = ${now}
      where user_id = ${userId} and run_id = ${runId}
        and (status = 'waiting' or (status in ${literals(ANSWERED_STATUSES)} and effective_at > ${now}))
      returning id
    )
    update notices set read_at = ${now} from canceled
    where user_id = ${userId} and topic = 'approval' and subject = canceled.id::text and read_at is null
    returning ${notifyBell(sql`user_id`)}`.execute(trx);
}
