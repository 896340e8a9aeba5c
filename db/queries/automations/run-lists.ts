import { sql } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import type { AutomationApprovalsTable, AutomationRunsTable, UserId } from '../../types.gen.ts';
import type { RunKey } from './run-claims.ts';
import { isBehindAnother } from './run-line.ts';
import type { StepStatus } from './run-steps.ts';
import { CALL_FIELDS } from './automations-hooks.ts';

export type RunRow = {
  id: string;
  automationId: string;
  automationName: string;
  assistantId: AssistantId;
  cause: AutomationRunsTable['cause'];
  status: AutomationRunsTable['status'];
  reason: string;
  dueAt: Date;
  startedAt: Date | null;
  resumeAt: Date | null;
  endedAt: Date | null;
  /** Whether it waits for an earlier run of its automation to end. */
  isBehindAnother: boolean;
};

const selectRuns = (db: Db, userId: UserId) =>
  db
    .selectFrom('automation_runs as r')
    .innerJoin('automations as a', (join) =>
      join.onRef('a.user_id', '=', 'r.user_id').onRef('a.id', '=', 'r.automation_id').on('a.user_id', '=', userId),
    )
    .select([
      'r.id',
      'r.automation_id as automationId',
      'a.name as automationName',
      'a.assistant_type as assistantId',
      'r.cause',
      'r.status',
      'r.reason',
      'r.due_at as dueAt',
      'r.started_at as startedAt',
      'r.resume_at as resumeAt',
      'r.ended_at as endedAt',
      sql<boolean>`case when r.status = 'queued' and r.exclusive = 'waits' then ${isBehindAnother(userId)} else false end`.as(
        'isBehindAnother',
      ),
    ])
    .where('r.user_id', '=', userId);

/** The runs of a person, or of one automation, newest first; after the run `after` if there is one. */
export async function listRuns(
  db: Db,
  {
    userId,
    automationId,
    after,
    limit,
  }: { userId: UserId; automationId: string | null; after: string | null; limit: number },
): Promise<RunRow[]> {
  let query = selectRuns(db, userId).where('a.deleted_at', 'is', null);
  if (automationId !== null) query = query.where('r.automation_id', '=', automationId);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(r.created_at, r.id) < (select b.created_at, b.id from automation_runs b where b.user_id = ${userId} and b.id = ${after}::uuid)`,
    );
  }
  return query.orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').limit(limit).execute();
}

export type RunPageRow = RunRow & {
  version: number;
  messages: number;
  emails: number;
  areValuesDeleted: boolean;
  input: Record<string, unknown>;
  definition: Record<string, unknown>;
  /** The fields of the calls to its automation. */
  callFields: unknown;
};

/** One run with the version of its automation that it carries out. */
export async function findRun(db: Db, { userId, runId }: RunKey): Promise<RunPageRow | undefined> {
  return selectRuns(db, userId)
    .innerJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'r.user_id')
        .onRef('v.automation_id', '=', 'r.automation_id')
        .onRef('v.version', '=', 'r.version')
        .on('v.user_id', '=', userId),
    )
    .select(['r.version', 'r.messages', 'r.emails', 'r.input', 'v.definition'])
    .select([sql<boolean>`r.values_deleted_at is not null`.as('areValuesDeleted'), CALL_FIELDS.as('callFields')])
    .where('r.id', '=', runId)
    .executeTakeFirst();
}

export type RunStepRow = {
  key: string;
  place: number;
  status: StepStatus;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  error: string;
  detail: string;
  attempts: unknown;
  startedAt: Date;
  endedAt: Date | null;
  resumeAt: Date | null;
  messages: number;
  approvalId: string | null;
  approvalStatus: AutomationApprovalsTable['status'] | null;
  deadline: Date | null;
  answeredFrom: AutomationApprovalsTable['answered_from'];
  isEdited: boolean;
};

/** The steps of a run that have begun, in their order, with what their owner answered. */
export async function listStepsShown(db: Db, { userId, runId }: RunKey): Promise<RunStepRow[]> {
  return db
    .selectFrom('automation_run_steps as s')
    .leftJoin('automation_approvals as p', (join) =>
      join
        .onRef('p.user_id', '=', 's.user_id')
        .onRef('p.run_id', '=', 's.run_id')
        .onRef('p.step_key', '=', 's.key')
        .on('p.user_id', '=', userId),
    )
    .select([
      's.key',
      's.place',
      's.status',
      's.input',
      's.output',
      's.error',
      's.detail',
      's.attempts',
      's.started_at as startedAt',
      's.ended_at as endedAt',
      's.resume_at as resumeAt',
      's.messages',
      'p.id as approvalId',
      'p.status as approvalStatus',
      'p.deadline',
      'p.answered_from as answeredFrom',
      sql<boolean>`p.edited_body is not null`.as('isEdited'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.run_id', '=', runId)
    .orderBy('s.place')
    .execute();
}

/** The steps of a run that was canceled: they wait no longer, and what became of one that was running isn't known. */
export async function cancelSteps(trx: Db, { userId, runId }: RunKey, text: string, now: Date): Promise<void> {
  await sql`
    update automation_run_steps set resume_at = null, ended_at = coalesce(ended_at, ${now}::timestamptz),
      status = case when status = 'running' then 'unknown' else 'skipped' end, error = case when status = 'running' then ${text} else '' end
    where user_id = ${userId} and run_id = ${runId}::uuid
      and (status in ('running', 'waiting') or (status = 'failed' and ended_at is null))`.execute(trx);
}

/** Marks the running steps of a run that no job has anymore: we can't tell what became of them. */
export async function interruptSteps(trx: Db, { userId, runId }: RunKey, text: string, now: Date): Promise<void> {
  await trx
    .updateTable('automation_run_steps')
    .set({ status: 'unknown', error: text, ended_at: now })
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
}

/** Whether a step of a run is in this state. */
export async function hasStep(trx: Db, { userId, runId }: RunKey, status: StepStatus): Promise<boolean> {
  const row = await trx
    .selectFrom('automation_run_steps')
    .select('key')
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .where('status', '=', status)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Runs that were added before `before` and haven't ended, oldest first, with the names of their automations. */
export async function listUnfinishedRuns(db: Db, before: Date, limit: number): Promise<(RunKey & { name: string })[]> {
  return db
    .selectFrom('automation_runs as r')
    .innerJoin('automations as a', (join) =>
      join.onRef('a.user_id', '=', 'r.user_id').onRef('a.id', '=', 'r.automation_id'),
    )
    .select(['r.user_id as userId', 'r.id as runId', 'a.name'])
    .where('r.created_at', '<', before)
    .where('r.ended_at', 'is', null)
    .orderBy('r.created_at')
    .limit(limit)
    .execute();
}

/** Deletes runs that ended before `before`, some at a time. Returns how many. */
export async function deleteOldRuns(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select user_id, id from automation_runs where created_at < ${before}::timestamptz and ended_at < ${before}::timestamptz limit ${limit}
    )
    delete from automation_runs r using old where r.user_id = old.user_id and r.id = old.id returning 1`.execute(db);
  return rows.length;
}

/** The trigger of the version that is live; undefined if there is no such automation, null if none is live. */
export async function findLiveTrigger(
  db: Db,
  { userId, automationId }: { userId: UserId; automationId: string },
): Promise<{ trigger: unknown } | undefined> {
  return db
    .selectFrom('automations as a')
    .leftJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'a.user_id')
        .onRef('v.automation_id', '=', 'a.id')
        .onRef('v.version', '=', 'a.live_version')
        .on('v.user_id', '=', userId),
    )
    .select(sql`v.definition -> 'trigger'`.as('trigger'))
    .where('a.user_id', '=', userId)
    .where('a.id', '=', automationId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
}
