import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { PEOPLE, HEAVY, personId } from '../people.mjs';
import { judge } from '../rounds.mjs';
import { median } from '../statistics.mjs';
import { holdStreams } from './capacity.mjs';

const DUE_AT_ONCE = 1_000;
const GOAL_START_MS = 10_000;
/** Answers are written meanwhile, and before, to compare. */
const STREAMS = 100;
const ALONE_SECONDS = 10;
/** A token may take this much longer to its reader than without automations. */
const GOAL_RATIO = 1.2;
const FLOOD = 10_000;
const PROBES = 6;
const GOAL_DELAY_MS = 2_000;
const GIVE_UP_MS = 60_000;
const LEAD_MS = 3_000;

/** Once a year, so that each is due only when the bench says so. */
const DEFINITION = {
  trigger: {
    kind: 'schedule',
    schedule: { every: 'year', month: 1, day: 1, time: '08:00' },
    timeZone: 'UTC',
    missed: 'run_once',
  },
  steps: [
    { kind: 'search', id: 's1', query: 'what we sell' },
    { kind: 'note', id: 's2', text: 'Nobody asked about bowls' },
    { kind: 'notify', id: 's3', text: 'Found {{s1.count}}' },
  ],
};

/** Automations that are on, each due at its time: `[{ person, at }]`. Returns their ids. */
export async function addDue(sql, due) {
  const rows = due.map(({ person, at }) => ({ user_id: personId(person), at: at.toISOString() }));
  return sql.begin(async (trx) => {
    const added = await trx`
      with wanted as materialized (
        select gen_random_uuid() as id, gen_random_uuid() as receipt, user_id, at
        from jsonb_to_recordset(${trx.json(rows)}) as w(user_id uuid, at timestamptz)
      ), receipts as (
        insert into usage_receipts (user_id, id, kind, amount, status, created_at)
        select user_id, receipt, 'automations', 1, 'counted', now() from wanted
      ), automations as (
        insert into automations (user_id, id, name, assistant_type, trigger_kind, receipt_id, turned_on_at, live_version, next_due_at, created_at, updated_at)
        select user_id, id, 'Bench', 'soshie', 'schedule', receipt, now(), 1, at, now(), now() from wanted
        returning user_id, id
      ), jobs as (
        insert into scheduled_jobs (queue, key, payload, due_at)
        select 'automation-due', user_id || ' ' || id, jsonb_build_object('userId', user_id, 'automationId', id), at from wanted
      )
      select user_id, id from automations`;
    await trx`
      insert into automation_versions (user_id, automation_id, version, definition, created_at, published_at)
      select user_id, id, 1, ${trx.json(DEFINITION)}, now(), now() from jsonb_to_recordset(${trx.json(added)}) as a(user_id uuid, id uuid)`;
    return added.map(({ id }) => id);
  });
}

/** When the first step of each began, and when its run ended, after it was due, in milliseconds. Waits for all of them. */
async function startsOf(sql, ids) {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    const rows = await sql`
      select extract(epoch from min(s.started_at) - r.due_at)::float8 * 1000 as started,
        extract(epoch from r.ended_at - r.due_at)::float8 * 1000 as ended
      from automation_runs r join automation_run_steps s on s.user_id = r.user_id and s.run_id = r.id
      where r.automation_id = any(${ids}) group by r.user_id, r.id, r.due_at, r.ended_at`;
    const isDone = rows.length === ids.length && rows.every(({ ended }) => ended !== null);
    if (isDone || performance.now() > deadline) return rows;
    // The times are the database's; asking more often takes the processor from what is measured.
    await wait(1_000);
  }
}

/** Many schedules at the same moment, while answers are being written. */
async function measureBurst(rig, product, sql) {
  const chatAlone = await holdStreams(rig, product, { streams: STREAMS, seconds: ALONE_SECONDS });
  const at = new Date(Date.now() + LEAD_MS);
  const ids = await addDue(
    sql,
    Array.from({ length: DUE_AT_ONCE }, (_, index) => ({ person: STREAMS + (index % (PEOPLE - STREAMS)), at })),
  );
  const seconds = (LEAD_MS + GOAL_START_MS) / 1_000;
  const [chat, starts] = await Promise.all([
    holdStreams(rig, product, { streams: STREAMS, seconds }),
    startsOf(sql, ids),
  ]);
  const last = Math.max(...starts.map(({ started }) => started));
  const isComplete = starts.length === DUE_AT_ONCE && starts.every(({ ended }) => ended !== null);
  return {
    chat,
    chatAlone,
    started: starts.length,
    lastMs: last,
    isComplete,
    endedMs: Math.max(...starts.map(({ ended }) => ended)),
  };
}

/** How long schedules of people with nothing else to do begin after their time, one a second. */
async function measureProbes(sql) {
  const from = Date.now() + LEAD_MS;
  const due = Array.from({ length: PROBES }, (_, index) => ({
    person: index,
    at: new Date(from + index * 1_000 + 300),
  }));
  const starts = await startsOf(sql, await addDue(sql, due));
  return starts.map(({ started }) => started);
}

/** One person’s runs in line, the first of which begin with the next job of theirs. */
async function flood(sql) {
  const [id] = await addDue(sql, [{ person: HEAVY, at: new Date() }]);
  await sql`
    insert into automation_runs (user_id, id, automation_id, version, cause, occasion, status, due_at, created_at)
    select ${personId(HEAVY)}::uuid, gen_random_uuid(), ${id}::uuid, 1, 'webhook', 'flood ' || n, 'queued', now() - interval '1 hour', now() - interval '2 days'
    from generate_series(1, ${FLOOD}::int) n`;
}

const countEnded = async (sql) =>
  (
    await sql`select count(*)::int as count from automation_runs where user_id = ${personId(HEAVY)} and ended_at is not null`
  )[0].count;

/** Automations that are due at the same moment, and one person’s flood beside everyone else. */
export async function measureAutomations(rig, product) {
  const sql = postgres(rig.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const { chat, chatAlone, ...burst } = await measureBurst(rig, product, sql);
    const alone = await measureProbes(sql);
    await flood(sql);
    const beside = await measureProbes(sql);
    const ended = await countEnded(sql);
    const delay = Math.max(...beside) - median(alone);
    const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
    return [
      {
        name: `${DUE_AT_ONCE.toLocaleString('en-US')} automations due at the same moment: the last one begins after`,
        product: seconds(burst.lastMs),
        goal: `<= ${seconds(GOAL_START_MS)}`,
        verdict: judge(burst.isComplete && burst.lastMs <= GOAL_START_MS),
        note: `three steps each; ${burst.started} began, all had ended after ${seconds(burst.endedMs)}`,
        rounds: { product: [burst] },
      },
      {
        name: `${STREAMS} answers beside them: a token's way to the reader, p99`,
        product: `${chat.lagP99Ms.toFixed(1)} ms`,
        baseline: `${chatAlone.lagP99Ms.toFixed(1)} ms`,
        ratio: chat.lagP99Ms / chatAlone.lagP99Ms,
        goal: `<= ${GOAL_RATIO}, no error`,
        verdict: judge(chat.errors === 0 && chat.lagP99Ms <= chatAlone.lagP99Ms * GOAL_RATIO),
        note: `baseline: the same answers alone; event loop lag, p99: ${chat.loop.p99Ms.toFixed(1)} ms, alone ${chatAlone.loop.p99Ms.toFixed(1)} ms; ${chat.errors} errors${chat.firstError ? ` (${chat.firstError})` : ''}`,
      },
      {
        name: `Beside one person's ${FLOOD.toLocaleString('en-US')} due runs: others begin later by`,
        product: seconds(Math.max(0, delay)),
        goal: `<= ${seconds(GOAL_DELAY_MS)}`,
        verdict: judge(ended > 0 && beside.length === PROBES && delay <= GOAL_DELAY_MS),
        note: `after their time: ${seconds(median(alone))} alone, at most ${seconds(Math.max(...beside))} beside; ${ended} of the flood had ended`,
        rounds: { product: beside, baseline: alone },
      },
    ];
  } finally {
    await sql`delete from automation_runs where user_id = ${personId(HEAVY)} and status = 'queued'`;
    await sql.end();
  }
}
