import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationRunStepsTable, UserId } from '../../types.gen.ts';
import { COUNTED, countRunUse, type RunUse } from '../usage/budgets.ts';
import type { ClaimedRun, RunClaim, RunKey } from './run-claims.ts';
import { isPaused, isRemoved } from './run-line.ts';

export type StepStatus = AutomationRunStepsTable['status'];
/** What is known about a step of a run. */
export type RunStep = {
  key: string;
  place: number;
  status: StepStatus;
  attempt: number;
  /** As stored (`server/modules/automations/runs/stored-values.ts`). */
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  resumeAt: Date | null;
  startedAt: Date;
};

const columns = [
  'key',
  'place',
  'status',
  'attempt',
  'input',
  'output',
  'resume_at as resumeAt',
  'started_at as startedAt',
] as const;

/** The steps of a run that have begun, in their order. */
export async function listRunSteps(db: Db, { userId, runId }: RunKey): Promise<RunStep[]> {
  return db
    .selectFrom('automation_run_steps')
    .select(columns)
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .orderBy('place')
    .execute();
}

type Beginning = {
  key: string;
  place: number;
  attempt: number;
  /** Until when it waits, if it has begun to. */
  resumeAt: Date | null;
  /** The attempt before was cut off. */
  cutOff: { at: string; error: string } | null;
  now: Date;
};

/**
 * Notes that a step begins, or begins again, if the run is still ours and isn't held up. The lock on the run keeps
 * another process from taking it on in between: whoever does so later finds the step running.
 */
export async function beginStep(
  db: Db,
  { userId, runId, claim }: RunClaim,
  { key, place, attempt, resumeAt, cutOff, now }: Beginning,
): Promise<boolean> {
  const { rows } = await sql`
    with ours as (
      select user_id, id from automation_runs
      where user_id = ${userId} and id = ${runId} and claim = ${claim} and status = 'running'
        and not ${isPaused(userId)} and not ${isRemoved(userId, sql.ref('automation_runs.automation_id'))}
      for update
    )
    insert into automation_run_steps (user_id, run_id, key, place, status, attempt, started_at)
    select user_id, id, ${key}, ${place}::int, 'running', ${attempt}::int, ${now}::timestamptz from ours
    on conflict (user_id, run_id, key) do update set status = 'running', attempt = ${attempt}::int, resume_at = ${resumeAt}::timestamptz,
      ended_at = null, error = '', detail = '', attempts = automation_run_steps.attempts || ${sql.val(cutOff ? [cutOff] : [])}::jsonb
    returning 1`.execute(db);
  return rows.length > 0;
}

export type StepChange = {
  status: StepStatus;
  place: number;
  attempt: number;
  startedAt: Date;
  input?: Record<string, unknown>;
  output?: Record<string, unknown>;
  error?: string;
  detail?: string;
  resumeAt?: Date | null;
  endedAt?: Date | null;
  messages?: number;
  /** The prompt that a teammate answered: `automation-answer@1`. */
  prompt?: string;
  /** An attempt that failed, added to those before. */
  failed?: { at: string; error: string };
  now: Date;
};
/** What the owner's runs have used today, including this step. */
export type Counted = { used: RunUse };

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const bytesOf = (...values: unknown[]) =>
  values.reduce<number>((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0);
/** Counts what a step writes toward its owner's budgets. */
const counting = (userId: UserId, { now, input = {}, output = {} }: Pick<StepChange, 'now' | 'input' | 'output'>) =>
  countRunUse(userId, { day: dayOf(now), steps: 1, bytes: bytesOf(input, output) });

/** The row of a step as it is after an attempt. `ours` has the run. */
const stepAfter = (key: string, change: StepChange) => {
  const { status, place, attempt, startedAt, input = {}, output = {}, error = '', detail = '' } = change;
  const { resumeAt = null, endedAt = null, messages = 0, prompt = '', failed } = change;
  return sql`
    insert into automation_run_steps as s
      (user_id, run_id, key, place, status, attempt, attempts, input, output, error, detail, resume_at, started_at, ended_at, messages, prompt)
    select user_id, id, ${key}, ${place}::int, ${status}, ${attempt}::int, ${sql.val(failed ? [failed] : [])}::jsonb,
      ${sql.val(input)}::jsonb, ${sql.val(output)}::jsonb, ${error.slice(0, 500)}, ${detail.slice(0, 1_000)},
      ${resumeAt}::timestamptz, ${startedAt}::timestamptz, ${endedAt}::timestamptz, ${messages}::int, ${prompt}
    from ours
    on conflict (user_id, run_id, key) do update set status = excluded.status, attempt = excluded.attempt,
      attempts = s.attempts || excluded.attempts, input = excluded.input, output = excluded.output, error = excluded.error,
      detail = excluded.detail, resume_at = excluded.resume_at, ended_at = excluded.ended_at, messages = excluded.messages,
      prompt = excluded.prompt`;
};

/** Writes what became of an attempt. The run is locked, and was found to be ours. */
export async function changeStep(
  trx: Db,
  { userId, runId }: RunKey,
  key: string,
  change: StepChange,
): Promise<Pick<ClaimedRun, 'isPaused'> & Counted> {
  const { rows } = await sql<Pick<ClaimedRun, 'isPaused'> & Counted>`
    with ours as (
      select user_id, id, automation_id from automation_runs where user_id = ${userId} and id = ${runId}::uuid
    ), changed as (${stepAfter(key, change)}), ${counting(userId, change)}
    select ${isPaused(userId)} or ${isRemoved(userId, sql.ref('ours.automation_id'))} as "isPaused", ${COUNTED} as used from ours`.execute(
    trx,
  );
  return rows[0] ?? { isPaused: true, used: { steps: 0, bytes: 0 } };
}

/** Whether a step is done. The run is locked. */
export async function isStepDone(trx: Db, { userId, runId }: RunKey, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('automation_run_steps')
    .select('key')
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .where('key', '=', key)
    .where('status', '=', 'done')
    .executeTakeFirst();
  return row !== undefined;
}

/** The same in one statement, if the run is still ours: for a step that changes nothing else. Undefined if it isn't. */
export async function changeOwnStep(
  db: Db,
  { userId, runId, claim }: RunClaim,
  key: string,
  change: StepChange,
): Promise<(ClaimedRun & Counted) | undefined> {
  const { rows } = await sql<ClaimedRun & Counted>`
    with ours as (
      select user_id, id, is_kicked, automation_id from automation_runs
      where user_id = ${userId} and id = ${runId}::uuid and claim = ${claim} and status = 'running' for update
    ), changed as (${stepAfter(key, change)}), ${counting(userId, change)}
    select is_kicked as "isKicked", ${COUNTED} as used,
      ${isPaused(userId)} or ${isRemoved(userId, sql.ref('ours.automation_id'))} as "isPaused"
    from ours`.execute(db);
  return rows[0];
}

/**
 * A condition or a loop, whose row only records the result, also in a run that is retried there. Writes nothing and
 * returns undefined if the run is no longer ours.
 */
export async function addSettledStep(
  db: Db,
  { userId, runId, claim }: RunClaim,
  step: { key: string; place: number; input: Record<string, unknown>; output: Record<string, unknown>; now: Date },
): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    with ours as (
      select user_id, id from automation_runs
      where user_id = ${userId} and id = ${runId} and claim = ${claim} and status = 'running' for update
    ), ${counting(userId, step)}, added as (
    insert into automation_run_steps (user_id, run_id, key, place, status, input, output, started_at, ended_at)
    select user_id, id, ${step.key}, ${step.place}::int, 'done', ${sql.val(step.input)}::jsonb, ${sql.val(step.output)}::jsonb,
      ${step.now}::timestamptz, ${step.now}::timestamptz from ours
    on conflict (user_id, run_id, key) do update set status = excluded.status, input = excluded.input, output = excluded.output,
      error = '', detail = '', started_at = excluded.started_at, ended_at = excluded.ended_at)
    select ${COUNTED} as used from ours`.execute(db);
  return rows[0];
}

/**
 * The owner has said what becomes of steps that failed or were cut off. The next attempt, if there is one, is the first of `tries` again.
 * Returns how many steps there were.
 */
export async function settleSteps(
  trx: Db,
  { userId, runId }: RunKey,
  { from, to, tries, endedAt }: { from: StepStatus; to: StepStatus; tries: number; endedAt: Date | null },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('automation_run_steps')
    .set({
      status: to,
      attempt: sql<number>`attempt + (${tries}::int - attempt % ${tries}::int) % ${tries}::int`,
      resume_at: null,
      ended_at: endedAt,
    })
    .where('user_id', '=', userId)
    .where('run_id', '=', runId)
    .where('status', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
