import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#db/client.ts';
import { searchWords } from '#db/queries/chat/search-words.ts';

const CONVERSATIONS = 20;
const DAY_MS = 24 * 60 * 60_000;

/** Two letters at random. */
const twoLetters = () =>
  Array.from({ length: 2 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('');

/** Adds messages to one conversation. One statement for all conversations would exceed its time limit. */
const addMessages = (db, userId, { conversationId, count }) =>
  db
    .insertInto('messages')
    .values(
      Array.from({ length: count }, (_, index) => {
        const content = Array.from({ length: 120 + (index % 2) }, twoLetters).join(' ');
        return {
          id: randomUUID(),
          user_id: userId,
          conversation_id: conversationId,
          role: index % 2 === 0 ? 'user' : 'assistant',
          content,
          created_at: new Date(Date.now() - DAY_MS + index * 1_000),
          words: searchWords(userId, content),
        };
      }),
    )
    .execute();

/** Sets the hostile account's plan, and gives it many messages of two-letter words. */
export async function prepareHostileAccount(location, { userId, isTrial, messages }) {
  const database = await openDatabase(location);
  try {
    const { db } = database;
    if (!isTrial)
      await sql`
        update profiles set subscription_status = 'none', trial_ends_at = null where user_id = ${userId}`.execute(db);
    await sql`
      insert into conversations (id, user_id, assistant_type, title, created_at, updated_at)
      select gen_random_uuid(), ${userId}::uuid, 'brain_ai', 'Storm ' || n, now() - interval '2 days', now() - interval '1 day'
      from generate_series(1, ${CONVERSATIONS}::int) n`.execute(db);
    const { rows: conversations } = await sql`
      select id from conversations where user_id = ${userId} and title like 'Storm %'`.execute(db);
    for (const { id } of conversations)
      await addMessages(db, userId, { conversationId: id, count: messages / CONVERSATIONS });
  } finally {
    await database.close();
  }
}

function folderBytes(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  );
}

/** The size of the database: as PostgreSQL reports it, or of the files of the embedded one. */
export async function databaseBytes(location) {
  if (location.url === undefined) return folderBytes(join(location.directory, 'pglite'));
  const database = await openDatabase(location);
  try {
    const { rows } = await sql`select pg_database_size(current_database())::float8 as bytes`.execute(database.db);
    return rows[0].bytes;
  } finally {
    await database.close();
  }
}

/** What an account has in each table: `{ table, rows, bytes }`. */
async function rowsOf(db, userId) {
  const { rows: tables } = await sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'`.execute(db);
  const counts = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*)::int as rows, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes
      from ${sql.table(name)} t where user_id = ${userId}`.execute(db);
    counts.push({ table: name, ...rows[0] });
  }
  return counts.filter(({ rows }) => rows > 0);
}

/** What the hostile account has caused since `since`, according to its rows. Its runs must have stopped. */
async function effectsOf(db, userId, since) {
  const count = async (query) => Number((await query.execute(db)).rows[0].count);
  const counted = async (budget) =>
    count(sql`
      select coalesce(max(used), 0) as count from budget_use where user_id = ${userId} and budget = ${budget}`);
  return {
    pages_read: await counted('pages_read'),
    documents_read: await counted('documents_read'),
    source_bytes: await counted('source_bytes'),
    changes: await counted('changes'),
    approvals: await count(sql`select count(*) from automation_approvals where user_id = ${userId}`),
    bell_lines: await count(sql`
      select count(*) from notices where user_id = ${userId} and topic = 'automation_notice'`),
    posts: await count(sql`
      select count(*) from messages m where user_id = ${userId} and created_at >= ${since} and role = 'assistant'
        and not exists (select from turns t where t.user_id = m.user_id and t.answer_id = m.id)`),
    facts: await count(sql`select count(*) from facts where user_id = ${userId} and source = 'automation'`),
    run_steps: await count(sql`select count(*) from automation_run_steps where user_id = ${userId}`),
    run_bytes: await count(sql`
      select (select coalesce(sum(octet_length(input::text) + octet_length(output::text)), 0) from automation_run_steps where user_id = ${userId})
        + (select coalesce(sum(octet_length(input::text)), 0) from automation_runs where user_id = ${userId}) as count`),
  };
}

const seconds = (column) => sql`extract(epoch from ${column})::float8`;

/** What became of everything that people sent. `ms` is the time between request and end; null if it hasn't ended. */
async function findSent(db, { answers, sources, runs }) {
  const all = async (query) => (await query.execute(db)).rows;
  return {
    answers: await all(sql`
      select t.status, null as at, null as ms
      from unnest(${answers}::uuid[]) as asked left join turns t on t.answer_id = asked`),
    sources: await all(sql`
      select s.state as status, ${seconds(sql`s.added_at`)} * 1000 as at, ${seconds(sql`s.read_at - s.added_at`)} * 1000 as ms
      from unnest(${sources}::uuid[]) as asked left join sources s on s.id = asked`),
    runs: await all(sql`
      select r.status, ${seconds(sql`r.created_at`)} * 1000 as at, ${seconds(sql`r.ended_at - r.created_at`)} * 1000 as ms
      from unnest(${runs}::uuid[]) as asked left join automation_runs r on r.id = asked`),
  };
}

/** Reads what is left once the product has stopped. */
export async function inspect(location, { userId, since, sent }) {
  const database = await openDatabase(location);
  try {
    const { db } = database;
    return {
      rows: await rowsOf(db, userId),
      ...(sent && { effects: await effectsOf(db, userId, since), sent: await findSent(db, sent) }),
    };
  } finally {
    await database.close();
  }
}
