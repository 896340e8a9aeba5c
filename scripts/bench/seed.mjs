import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { runQuietly } from '../lib/child.mjs';
import { PlainError, say } from '../lib/messages.mjs';
import { projectRoot } from '../lib/project.mjs';
import { seedKnowledge } from './knowledge.mjs';
import {
  ASSISTANT,
  CONVERSATIONS_OF,
  HEAVY,
  KNOWER,
  KNOWS_NOTHING,
  LONG_CONVERSATION,
  PEOPLE,
  personId,
  READER,
  sessionHash,
} from './people.mjs';

const TURNS_A_CONVERSATION = 5;
/** Lengths of a question and an answer, in characters. */
const QUESTION = 'How do we bring back the customers who bought once and never again? '.repeat(2);
const ANSWER = 'Write to them while they still remember you, and give them one reason to return. '.repeat(11);

/** Adds people with the largest plan, and their sessions; on kept data it replaces both. */
async function seedPeople(sql) {
  const people = [...Array(PEOPLE).keys(), HEAVY, READER, KNOWER, KNOWS_NOTHING].map((index) => ({
    id: personId(index),
    email: `person-${index}@bench.test`,
    session: sessionHash(index),
  }));
  const rows = sql`jsonb_to_recordset(${sql.json(people)}) as p(id uuid, email text, session text)`;
  await sql`insert into users (id, email, email_lower, email_confirmed_at, created_at)
    select id, email, email, now(), now() from ${rows} on conflict do nothing`;
  await sql`insert into profiles (user_id, full_name, business_name, subscription_tier, subscription_status, updated_at)
    select id, 'Robin Bench', 'Bench & Sons', 'ultimate', 'active', now() from ${rows} on conflict do nothing`;
  await sql`truncate sessions, usage_tracking, usage_receipts, notices cascade`;
  await sql`insert into sessions (id, public_id, user_id, kind, methods, created_at, last_seen_at, authenticated_at, expires_at, absolute_expires_at)
    select session, gen_random_uuid(), id, 'browser', '{password}', now(), now(), now(), now() + interval '14 days', now() + interval '60 days' from ${rows}`;
}

/** Conversations with one turn after another; `turns` in total, spread over the conversations that `from` selects. */
async function seedTurns(sql, from) {
  await sql`with pairs as materialized (
      select gen_random_uuid() as question, gen_random_uuid() as answer, c.user_id, c.id as conversation, c.created_at + n * interval '1 minute' as at
      from ${from}
    ), questions as (
      insert into messages (id, user_id, conversation_id, role, content, created_at)
      select question, user_id, conversation, 'user', ${QUESTION}, at from pairs
    ), answers as (
      insert into messages (id, user_id, conversation_id, role, content, created_at)
      select answer, user_id, conversation, 'assistant', ${ANSWER}, at + interval '1 second' from pairs
    )
    insert into turns (id, user_id, conversation_id, question_id, answer_id, month_year, status, lease_expires_at, created_at, settled_at, follows)
    select gen_random_uuid(), user_id, conversation, question, answer, to_char(at, 'YYYY-MM'), 'complete', at, at, at + interval '9 seconds',
      coalesce(lag(answer) over (partition by user_id, conversation order by at), conversation) from pairs`;
}

/**
 * Half of all messages belong to one person, a tenth to one conversation of theirs; the rest belongs to everyone else. The reader's are
 * in addition.
 */
async function seedMessages(sql, messageCount) {
  const heavyTurns = messageCount / 4;
  const longTurns = messageCount / 20;
  const heavyConversations = (heavyTurns - longTurns) / TURNS_A_CONVERSATION;
  const otherConversations = heavyTurns / TURNS_A_CONVERSATION;
  // Seeded rows satisfy the foreign keys by construction; checking each again would be most of the work.
  await sql`set session_replication_role = replica`;
  const at = sql`now() - random() * interval '90 days' - interval '1 day'`;
  await sql`insert into conversations (id, user_id, assistant_type, title, created_at, updated_at)
    select ${LONG_CONVERSATION}::uuid, ${personId(HEAVY)}::uuid, ${ASSISTANT}, 'The long one', now() - interval '99 days', now()
    union all select id, ${personId(READER)}::uuid, ${ASSISTANT}, 'To read', now() - interval '99 days', now()
      from unnest(${Object.values(CONVERSATIONS_OF)}::uuid[]) id
    union all select gen_random_uuid(), ${personId(HEAVY)}::uuid, ${ASSISTANT}, 'Conversation ' || n, t, t from (select n, ${at} as t from generate_series(1, ${heavyConversations}::int) n) h
    union all select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % ${PEOPLE})::text, 12, '0'))::uuid, ${ASSISTANT}, 'Conversation ' || n, t, t
      from (select n, ${at} as t from generate_series(1, ${otherConversations}::int) n) o`;
  const hasOwnLength = sql`c.id = ${LONG_CONVERSATION} or c.user_id = ${personId(READER)}`;
  await seedTurns(
    sql,
    sql`conversations c, generate_series(1, ${TURNS_A_CONVERSATION}::int) n where not (${hasOwnLength})`,
  );
  await seedTurns(sql, sql`conversations c, generate_series(1, ${longTurns}::int) n where c.id = ${LONG_CONVERSATION}`);
  for (const [messages, id] of Object.entries(CONVERSATIONS_OF))
    await seedTurns(sql, sql`conversations c, generate_series(1, ${Number(messages) / 2}::int) n where c.id = ${id}`);
  await sql`update conversations set last_answer_id = (
    select answer_id from turns
    where turns.user_id = conversations.user_id and turns.conversation_id = conversations.id order by turns.created_at desc limit 1)`;
  await sql`set session_replication_role = origin`;
}

async function run(node, url, args) {
  const { code, output } = await runQuietly(node, args, { env: { DATABASE_URL: url, NODE_ENV: '' } });
  if (code !== 0) throw new PlainError(`The bench's database could not be set up:\n${output}`);
}

/** Changes with everything that the kept data depends on. */
function fingerprint() {
  const folder = join(projectRoot, 'migrations');
  const names = readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1));
  const splitting = ['db/distribution.ts', 'db/scripts/partition.ts', 'scripts/bench/knowledge.mjs'].map((path) =>
    join(projectRoot, path),
  );
  const files = [...names.map((name) => join(folder, name)), ...splitting, import.meta.filename];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

async function isSeeded(admin, name) {
  const [row] =
    await admin`select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${name}`;
  return row?.comment === 'seeded';
}

/**
 * A database with the given number of messages, with `partitions` split by owner. With `isCached`, one from an earlier run is reused.
 * Returns its URL.
 */
export async function seedDatabase({ cluster, node, messageCount, isCached, partitions = 0 }) {
  const kind = partitions === 0 ? `bench_whole_${messageCount}` : `bench_split_${messageCount}`;
  const name = isCached ? `${kind}_${fingerprint()}` : kind;
  const { admin } = cluster;
  const url = cluster.url(name);
  const isReady = isCached && (await isSeeded(admin, name));
  if (!isReady) {
    const old = await admin`select datname from pg_database where starts_with(datname, ${kind})`;
    for (const { datname } of old) if (datname === kind || isCached) await admin.unsafe(`drop database "${datname}"`);
    await admin.unsafe(`create database "${name}"`);
    await run(node, url, ['db/scripts/migrate.ts']);
    if (partitions > 0) await run(node, url, ['db/scripts/partition.ts', String(partitions)]);
  }
  if (!isReady && isCached)
    say(`Seeding ${messageCount.toLocaleString('en-US')} messages (once, about ten minutes) ...`);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await seedPeople(sql);
  if (!isReady) await seedMessages(sql, messageCount);
  // The split database is only compared with itself.
  if (!isReady && isCached && partitions === 0) await seedKnowledge(sql);
  await sql`vacuum (analyze)`;
  await sql.end();
  if (isCached) await admin.unsafe(`comment on database "${name}" is 'seeded'`);
  return url;
}
