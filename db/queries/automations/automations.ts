import { sql, type RawBuilder } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import type { AutomationsTable, UserId } from '../../types.gen.ts';
import type { RunStep } from './run-steps.ts';

export type AutomationKey = { userId: UserId; automationId: string };
export type AutomationRow = {
  id: string;
  name: string;
  description: string;
  assistantId: AssistantId;
  /** Of the live version, or of the draft if there is none. */
  trigger: unknown;
  receiptId: string | null;
  turnedOnAt: Date | null;
  pauseReason: AutomationsTable['pause_reason'];
  liveVersion: number | null;
  draftVersion: number;
  revision: number;
  nextDueAt: Date | null;
  minutesSaved: number;
  createdAt: Date;
  /** Runs that have ended, since the moment that was asked for. */
  runs: number;
  succeeded: number;
  /** How many runs are waiting, and why the oldest one is; null if none are. */
  waiting: { runs: number; reason: string } | null;
};

const ended = (select: RawBuilder<unknown>, since: Date) => sql<number>`(
  select ${select}::int from automation_runs r
  where r.user_id = a.user_id and r.automation_id = a.id and r.ended_at is not null and r.created_at >= ${since}::timestamptz)`;

/** Removed ones aside. `since`: from when on runs are counted. */
const selectAutomations = (db: Db, userId: UserId, since: Date) =>
  db
    .selectFrom('automations as a')
    .innerJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'a.user_id')
        .onRef('v.automation_id', '=', 'a.id')
        .on('v.version', '=', sql<number>`coalesce(a.live_version, a.draft_version)`),
    )
    .select([
      'a.id',
      'a.name',
      'a.description',
      'a.assistant_type as assistantId',
      sql`v.definition -> 'trigger'`.as('trigger'),
      'a.receipt_id as receiptId',
      'a.turned_on_at as turnedOnAt',
      'a.pause_reason as pauseReason',
      'a.live_version as liveVersion',
      'a.draft_version as draftVersion',
      'a.revision',
      'a.next_due_at as nextDueAt',
      'a.minutes_saved as minutesSaved',
      'a.created_at as createdAt',
      ended(sql`count(*)`, since).as('runs'),
      ended(sql`count(*) filter (where r.status <> 'failed')`, since).as('succeeded'),
      sql<AutomationRow['waiting']>`(
        select json_build_object('runs', count(*), 'reason', (array_agg(r.reason order by r.due_at, r.id))[1])
        from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.status = 'waiting' and r.ended_at is null
        having count(*) > 0)`.as('waiting'),
    ])
    .where('a.user_id', '=', userId)
    .where('v.user_id', '=', userId)
    .where('a.deleted_at', 'is', null);

/** All of a person's automations, the newest first. */
export async function listAutomations(db: Db, userId: UserId, since: Date): Promise<AutomationRow[]> {
  return selectAutomations(db, userId, since).orderBy('a.created_at', 'desc').orderBy('a.id').execute();
}

export async function findAutomation(
  db: Db,
  { userId, automationId }: AutomationKey,
  since: Date,
): Promise<AutomationRow | undefined> {
  return selectAutomations(db, userId, since).where('a.id', '=', automationId).executeTakeFirst();
}

/** Times are ISO 8601 texts, as JSON delivers them. */
type VersionRow = { version: number; createdAt: string; publishedAt: string | null; runs: number };
type LastRun = {
  createdAt: string;
  input: Record<string, unknown>;
  steps: Pick<RunStep, 'key' | 'place' | 'status' | 'input' | 'output'>[];
};
export type AutomationPageRow = AutomationRow & {
  /** The draft. */
  definition: unknown;
  versions: VersionRow[];
  /** Of the newest runs, the newest first. */
  lastRuns: LastRun[];
  hookSecret: string | null;
  hookSample: unknown;
};

const VERSIONS_SHOWN = 50;
const RUNS_READ = 3;

const theirs = (table: string) =>
  sql`${sql.ref(`${table}.user_id`)} = a.user_id and ${sql.ref(`${table}.automation_id`)} = a.id`;

/** One automation with everything its editor shows, in one statement. */
export async function findAutomationPage(
  db: Db,
  { userId, automationId }: AutomationKey,
  since: Date,
): Promise<AutomationPageRow | undefined> {
  return selectAutomations(db, userId, since)
    .select([
      sql`(
        select d.definition from automation_versions d where ${theirs('d')} and d.version = a.draft_version)`.as(
        'definition',
      ),
      sql<VersionRow[]>`(
        select coalesce(json_agg(json_build_object('version', o.version, 'createdAt', o.created_at, 'publishedAt', o.published_at,
          'runs', coalesce(counted.runs, 0)) order by o.version desc), '[]')
        from automation_versions o
          left join (
            select r.version, count(*)::int as runs from automation_runs r where ${theirs('r')} group by r.version
          ) counted on counted.version = o.version
        where ${theirs('o')} and o.version > a.draft_version - ${VERSIONS_SHOWN}::int)`.as('versions'),
      sql<LastRun[]>`(
        select coalesce(json_agg(json_build_object('createdAt', l.created_at, 'input', l.input, 'steps', (
          select coalesce(json_agg(json_build_object('key', s.key, 'place', s.place, 'status', s.status,
            'input', s.input, 'output', s.output) order by s.place), '[]')
          from automation_run_steps s where s.user_id = a.user_id and s.run_id = l.id and s.status = 'done'
        )) order by l.created_at desc), '[]')
        from (
          select r.id, r.input, r.created_at from automation_runs r
          where ${theirs('r')} and r.started_at is not null and r.values_deleted_at is null
          order by r.created_at desc, r.id limit ${RUNS_READ}::int
        ) l)`.as('lastRuns'),
      'a.hook_secret as hookSecret',
      sql`a.hook_sample`.as('hookSample'),
    ])
    .where('a.id', '=', automationId)
    .executeTakeFirst();
}

/** A version of an automation with the name and the description that the automation has now. */
export type DefinitionRow = { name: string; description: string; definition: unknown };

/** The draft, or else a version. */
export async function findDefinition(
  db: Db,
  { userId, automationId }: AutomationKey,
  version?: number,
): Promise<(DefinitionRow & { revision: number; liveVersion: number | null; draftVersion: number }) | undefined> {
  return db
    .selectFrom('automations as a')
    .innerJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'a.user_id')
        .onRef('v.automation_id', '=', 'a.id')
        .on('v.version', '=', version === undefined ? sql<number>`a.draft_version` : version),
    )
    .select([
      'a.name',
      'a.description',
      'a.revision',
      'a.live_version as liveVersion',
      'a.draft_version as draftVersion',
      sql`v.definition`.as('definition'),
    ])
    .where('a.user_id', '=', userId)
    .where('v.user_id', '=', userId)
    .where('a.id', '=', automationId)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
}
