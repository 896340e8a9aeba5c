import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationRunsTable, UserId } from '../../types.gen.ts';
import { countRunUse } from '../usage/budgets.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { isPaused, waitsIfOneAtATime } from './run-line.ts';
import type { AutomationKey } from './run-outcomes.ts';

/** What decides whether an automation starts. */
export type Startable = AccessRow & {
  name: string;
  /** Null if it is off, or removed. */
  liveVersion: number | null;
  isEverythingPaused: boolean;
  /** How many of this person's are on. */
  on: number;
  /** How many runs started since, counted up to the caps. */
  ofAutomation: number;
  ofPerson: number;
};

/** One statement. Undefined if there is no such automation. */
export async function findStartable(
  trx: Db,
  { userId, automationId }: AutomationKey,
  { since, caps }: { since: Date; caps: Record<'automation' | 'person', number> },
): Promise<Startable | undefined> {
  const count = (condition: ReturnType<typeof sql>, cap: number) => sql<number>`(
    select count(*)::int from (
      select from automation_runs r where r.user_id = ${userId} ${condition} and r.created_at > ${since} limit ${cap}
    ) started)`;
  return trx
    .selectFrom('automations as a')
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'a.user_id').on('profiles.user_id', '=', userId),
    )
    .select(accessColumns)
    .select([
      'a.name',
      sql<number | null>`case when a.turned_on_at is not null and a.deleted_at is null then a.live_version end`.as(
        'liveVersion',
      ),
      isPaused(userId).as('isEverythingPaused'),
      sql<number>`(select count(*)::int from automations o where o.user_id = ${userId} and o.turned_on_at is not null)`.as(
        'on',
      ),
      count(sql`and r.automation_id = ${automationId}::uuid`, caps.automation).as('ofAutomation'),
      count(sql``, caps.person).as('ofPerson'),
    ])
    .where('a.user_id', '=', userId)
    .where('a.id', '=', automationId)
    .executeTakeFirst();
}

export type NewRun = {
  userId: UserId;
  runId: string;
  automationId: string;
  version: number;
  cause: AutomationRunsTable['cause'];
  /** What it is for: there is one run for each occasion. */
  occasion: string;
  input: Record<string, unknown>;
  chain: readonly string[];
  dueAt: Date;
  now: Date;
};

/**
 * Adds a queued run and counts its initial values toward its owner's budget. Returns false if this occasion already has
 * a run.
 */
export async function addRun(trx: Db, run: NewRun): Promise<boolean> {
  const { userId, input, now } = run;
  const automationId = sql`${run.automationId}::uuid`;
  const bytes = Object.keys(input).length === 0 ? 0 : Buffer.byteLength(JSON.stringify(input));
  const use = { day: now.toISOString().slice(0, 10), steps: 0, bytes };
  const { rows } = await sql`
    with ours as (
      insert into automation_runs
        (user_id, id, automation_id, version, cause, occasion, input, chain, status, due_at, created_at, exclusive)
      values (${userId}::uuid, ${run.runId}::uuid, ${automationId}, ${run.version}::int, ${run.cause}, ${run.occasion},
        ${sql.val(input)}::jsonb, ${sql.val([...run.chain])}::uuid[], 'queued', ${run.dueAt}::timestamptz, ${now}::timestamptz,
        ${waitsIfOneAtATime({ ...run, automationId })})
      on conflict (user_id, automation_id, occasion) do nothing
      returning user_id
    ), ${countRunUse(userId, use)}
    select from ours`.execute(trx);
  return rows.length > 0;
}

/** The run of an occasion. */
export async function findRunOfOccasion(
  db: Db,
  { userId, automationId }: AutomationKey,
  occasion: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('automation_runs')
    .select('id')
    .where('user_id', '=', userId)
    .where('automation_id', '=', automationId)
    .where('occasion', '=', occasion)
    .executeTakeFirst();
  return row?.id;
}

/** The automations that led to what a run does; its own comes last. Undefined if this person has no such run, or it ended before `since`. */
export async function findChain(
  trx: Db,
  { userId, runId }: { userId: UserId; runId: string },
  since: Date,
): Promise<string[] | undefined> {
  const run = await trx
    .selectFrom('automation_runs')
    .select(['chain', 'automation_id as automationId'])
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', since)]))
    .executeTakeFirst();
  return run && [...run.chain, run.automationId];
}
