import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#db/client.ts';

const SETTLE_MS = 120_000;

const ids = (list) => sql`${list.map(({ id }) => id)}::uuid[]`;

/** What people sent and what isn't there, or not finished: one text for each. */
async function findLost(db, { messages, sources, runs }) {
  const { rows } = await sql`
    select 'message' as what, coalesce(t.status, 'missing') as state
      from unnest(${ids(messages)}) as asked left join turns t on t.id = asked
      where t.status is null or t.status not in ('complete', 'interrupted')
    union all select 'document', coalesce(s.state, 'missing')
      from unnest(${ids(sources)}) as asked left join sources s on s.id = asked
      where s.state is distinct from 'ready'
    union all select 'run', coalesce(r.status, 'missing')
      from unnest(${ids(runs)}) as asked left join automation_runs r on r.id = asked
      where r.status is distinct from 'done'`.execute(db);
  return rows.map(({ what, state }) => `${what}: ${state}`);
}

/**
 * What happened more often than people asked for it: one text for each. Everyone's questions and documents differ, and
 * a run posts once and leaves two notices, one for each step. Seeded people's rows are older than they are.
 */
async function findDoubled(db, people) {
  const { rows } = await sql`
    with people as (select id, created_at from users where id = any (${people}::uuid[])),
    counts as (
      select id as user_id,
        (select count(*) from automation_runs r where r.user_id = people.id)::int as runs,
        (select count(*) from messages m where m.user_id = people.id and role = 'assistant' and content = 'It ran.')::int as posts,
        (select count(*) from notices n where n.user_id = people.id and topic = 'automation_notice')::int as notices,
        (select count(*) from turns t where t.user_id = people.id and t.created_at > people.created_at and status = 'complete')::int as answers,
        coalesce((select sum(messages_used) from usage_tracking u where u.user_id = people.id), 0)::int as units
      from people
    )
    select 'question: ' || m.content as what, count(*)::int as times from messages m join people on people.id = m.user_id
      where m.role = 'user' and m.created_at > people.created_at group by m.user_id, m.content having count(*) > 1
    union all select 'document: ' || s.name, count(*)::int from sources s join people on people.id = s.user_id
      group by s.user_id, s.name having count(*) > 1
    union all select 'posts of ' || runs || ' runs', posts from counts where posts > runs
    union all select 'notices of ' || runs || ' runs', notices from counts where notices > 2 * runs
    union all select 'units for ' || answers || ' whole answers', units from counts where units > answers`.execute(db);
  return rows.map(({ what, times }) => `${what}: ${times}`);
}

/** Reads what is left of what people sent, once its jobs have had time. */
export async function checkRows(location, { people, sent }) {
  const database = await openDatabase(location);
  try {
    const { db } = database;
    const end = performance.now() + SETTLE_MS;
    let lost = await findLost(db, sent);
    while (lost.length > 0 && performance.now() < end) {
      await wait(1_000);
      lost = await findLost(db, sent);
    }
    const userIds = people.map(({ userId }) => userId);
    const { rows: turns } = await sql`
      select status, count(*)::int as count from turns where id = any (${ids(sent.messages)}) group by status order by status`.execute(
      db,
    );
    const { rows: interrupted } = await sql`
      select settled_at from turns where id = any (${ids(sent.messages)}) and status = 'interrupted' order by settled_at`.execute(
      db,
    );
    const { rows: effects } = await sql`
      select (select count(*) from messages where content = 'It ran.')::int as posts,
        (select count(*) from notices where topic = 'automation_notice')::int as notices,
        (select sum(messages_used) from usage_tracking where user_id = any (${userIds}::uuid[]))::int as units`.execute(
      db,
    );
    return { lost, doubled: await findDoubled(db, userIds), turns, interrupted, effects: effects[0] };
  } finally {
    await database.close();
  }
}
