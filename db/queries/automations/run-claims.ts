import { sql, type QueryCreator } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationRunsTable, DB, UserId } from '../../types.gen.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { runUseOf, type RunUse } from '../usage/budgets.ts';
import { sizeOfValues } from './kept-values.ts';
import { isPaused, isRemoved } from './run-line.ts';
import { CALL_FIELDS } from './automations-hooks.ts';

export type RunKey = { userId: UserId; runId: string };
/** A run as the process has it that carries it out. `claim` is the right to write: another process that takes it on raises it. */
export type RunClaim = RunKey & { claim: number };
export type RunStatus = AutomationRunsTable['status'];

export type LockedRun = {
  status: RunStatus;
  resumeAt: Date | null;
  claim: number;
  claimedBy: string | null;
  automationId: string;
  isRemoved: boolean;
  areValuesDeleted: boolean;
};

/** A run and whether its automation was removed, locked until the transaction ends. */
export async function lockRun(trx: Db, { userId, runId }: RunKey): Promise<LockedRun | undefined> {
  return trx
    .selectFrom('automation_runs as r')
    .innerJoin('automations as a', (join) =>
      join.onRef('a.user_id', '=', 'r.user_id').onRef('a.id', '=', 'r.automation_id').on('a.user_id', '=', userId),
    )
    .select([
      'r.status',
      'r.resume_at as resumeAt',
      'r.claim',
      'r.claimed_by as claimedBy',
      'r.automation_id as automationId',
      sql<boolean>`a.deleted_at is not null`.as('isRemoved'),
      sql<boolean>`r.values_deleted_at is not null`.as('areValuesDeleted'),
    ])
    .where('r.user_id', '=', userId)
    .where('r.id', '=', runId)
    .forUpdate('r')
    .executeTakeFirst();
}

/** Takes a run on. Whoever had it can no longer write. Returns the new claim. */
export async function takeRun(trx: Db, { userId, runId }: RunKey, jobId: string): Promise<RunClaim> {
  const { claim } = await trx
    .updateTable('automation_runs')
    .set({ claim: sql<number>`claim + 1`, claimed_by: jobId, is_kicked: false })
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .returning('claim')
    .executeTakeFirstOrThrow();
  return { userId, runId, claim };
}

/** Whether a run is still ours: it wasn't canceled, or taken on by another process. */
export async function isClaimed(db: Db, { userId, runId, claim }: RunClaim): Promise<boolean> {
  const row = await db
    .selectFrom('automation_runs')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

export type ClaimedRun = {
  /** What it waits for may have come meanwhile. */
  isKicked: boolean;
  /** Its owner has paused everything, or removed its automation: it does nothing more. */
  isPaused: boolean;
};

/**
 * Holds a person (`holdPerson`) and then locks their run, in one statement; undefined if the run isn't ours anymore: it was canceled, or another
 * process has taken it on.
 */
export async function lockClaimed(
  trx: Db,
  { userId, runId, claim }: RunClaim,
): Promise<Pick<ClaimedRun, 'isKicked'> | undefined> {
  const { rows } = await sql<Pick<ClaimedRun, 'isKicked'>>`
    with held as materialized (select id from users where id = ${userId} for no key update)
    select r.is_kicked as "isKicked" from held join automation_runs r on r.user_id = held.id
    where r.user_id = ${userId} and r.id = ${runId}::uuid and r.claim = ${claim} and r.status = 'running'
    for update of r`.execute(trx);
  return rows[0];
}

export type RunChange = {
  status: RunStatus;
  reason?: string;
  resumeAt?: Date | null;
  endedAt?: Date | null;
};

/** Changes what a run is doing. No job has it anymore; `claim` rises, so that a job that still thinks it does can't write. */
export async function changeRun(trx: Db, { userId, runId }: RunKey, change: RunChange): Promise<void> {
  const { status, reason = '', resumeAt = null, endedAt = null } = change;
  await trx
    .updateTable('automation_runs')
    .set({
      status,
      reason: reason.slice(0, 500),
      resume_at: resumeAt,
      ended_at: endedAt,
      claim: sql<number>`claim + 1`,
      claimed_by: null,
      is_kicked: false,
      kept_bytes: sizeOfValues({ userId, runId }),
      // If it is retried, it goes back in line.
      ...(endedAt ? { exclusive: sql<'waits' | null>`case when exclusive is not null then 'waits' end` } : {}),
    })
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .execute();
}

/** What it waits for may have come: the process that carries it out looks again before it lets go. */
export async function kickRun(trx: Db, { userId, runId }: RunKey, isKicked: boolean): Promise<void> {
  await trx
    .updateTable('automation_runs')
    .set({ is_kicked: isKicked })
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .execute();
}

/** What a step used. */
export async function addToRun(
  trx: Db,
  { userId, runId }: RunKey,
  { messages, emails }: Record<'messages' | 'emails', number>,
): Promise<void> {
  await trx
    .updateTable('automation_runs')
    .set({ messages: sql<number>`messages + ${messages}`, emails: sql<number>`emails + ${emails}` })
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .execute();
}

export type RunToCarryOut = AccessRow & {
  claim: number;
  automationId: string;
  automationName: string;
  cause: AutomationRunsTable['cause'];
  input: Record<string, unknown>;
  chain: string[];
  startedAt: Date;
  definition: Record<string, unknown>;
  timeZone: string;
  /** The fields of the calls to its automation. */
  callFields: unknown;
  /** Whether it has steps that have begun. */
  hasBegun: boolean;
  /** How much of today's budgets the owner's runs have used. */
  used: RunUse & { isHeld: boolean };
};

/** Reads what it takes to carry out the run in the CTE named `r`. */
const selectToCarryOut = (db: QueryCreator<DB & { r: AutomationRunsTable }>, userId: UserId, now: Date) =>
  db
    .selectFrom('r')
    .innerJoin('automations as a', (join) =>
      join.onRef('a.user_id', '=', 'r.user_id').onRef('a.id', '=', 'r.automation_id').on('a.user_id', '=', userId),
    )
    .innerJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'r.user_id')
        .onRef('v.automation_id', '=', 'r.automation_id')
        .onRef('v.version', '=', 'r.version')
        .on('v.user_id', '=', userId),
    )
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'r.user_id').on('profiles.user_id', '=', userId),
    )
    .select(accessColumns)
    .select([
      'r.claim',
      'r.automation_id as automationId',
      'a.name as automationName',
      'r.cause',
      'r.input',
      'r.chain',
      sql<Date>`coalesce(r.started_at, r.due_at)`.as('startedAt'),
      'v.definition',
      'profiles.time_zone as timeZone',
      CALL_FIELDS.as('callFields'),
      sql<boolean>`exists (select from automation_run_steps s where s.user_id = ${userId} and s.run_id = r.id)`.as(
        'hasBegun',
      ),
      runUseOf(userId, now.toISOString().slice(0, 10)).as('used'),
    ]);

/** What it takes to carry a run out, in one statement. */
export async function getRunToCarryOut(db: Db, { userId, runId }: RunKey, now: Date): Promise<RunToCarryOut> {
  const withRun = db.with('r', (of) =>
    of.selectFrom('automation_runs').selectAll().where('user_id', '=', userId).where('id', '=', runId),
  );
  return selectToCarryOut(withRun, userId, now).executeTakeFirstOrThrow(
    () => new Error(`no run ${runId} to carry out`),
  );
}

/**
 * Takes on a run that no job has taken on since it was let in, and returns what it takes to carry it out, in one statement. Undefined if there
 * is more to decide: it waits, another job has it, it was removed, or everything is paused.
 */
export async function takeFreshRun(
  db: Db,
  { userId, runId }: RunKey,
  { jobId, now }: { jobId: string; now: Date },
): Promise<RunToCarryOut | undefined> {
  const withTaken = db.with('r', (of) =>
    of
      .updateTable('automation_runs')
      .set({ claim: sql<number>`claim + 1`, claimed_by: jobId, is_kicked: false })
      .where('user_id', '=', userId)
      .where('id', '=', runId)
      .where('status', '=', 'running')
      .where('claimed_by', 'is', null)
      .where(sql<boolean>`not ${isPaused(userId)}`)
      .where(sql<boolean>`not ${isRemoved(userId, sql.ref('automation_runs.automation_id'))}`)
      .returningAll(),
  );
  return selectToCarryOut(withTaken, userId, now).executeTakeFirst();
}
