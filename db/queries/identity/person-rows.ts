import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { runPartAs } from '../../kind-of-work.ts';
import type { ConversationId, ConversationsTable, MessagesTable, UserId } from '../../types.gen.ts';

/** A table with personal data. `key` is its primary key, `owner` the column with the person's id. */
export type PersonTable = { name: string; owner: string; columns: string[]; key: string[] };

/** Every table with personal data, read from the database, so that a new one is never forgotten. */
export async function listPersonTables(db: Db): Promise<PersonTable[]> {
  const { rows } = await sql<PersonTable>`
    select t.relname::text as name, case when t.relname = 'users' then 'id' else 'user_id' end as owner,
      json_agg(a.attname order by a.attnum) as columns,
      json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        filter (where a.attnum = any (i.indkey::int2[])) as key
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
    group by t.relname having t.relname = 'users' or bool_or(a.attname = 'user_id')
    order by t.relname`.execute(db);
  return rows;
}

export type PersonRow = Record<string, unknown>;

/** A page of a person's rows, ordered by key, starting after the row `after`. `columns` must include the key's. */
export async function readPersonRows(
  db: Db,
  table: PersonTable,
  page: { userId: UserId; columns: string[]; after: PersonRow | null; limit: number },
): Promise<PersonRow[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const { after } = page;
  const from = after === null ? sql`true` : sql`(${key}) > (${sql.join(table.key.map((column) => after[column]))})`;
  const query = sql<PersonRow>`
    select ${sql.join(page.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
    where ${sql.ref(table.owner)} = ${page.userId} and ${from} order by ${key} limit ${sql.lit(page.limit)}`;
  const { rows } = await runPartAs('transfer', () => query.execute(db));
  return rows;
}

export type StoredConversation = {
  id: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  createdAt: Date;
};

/** A page of the conversations that are not deleted, ordered by id. */
export async function readConversations(
  db: Db,
  userId: UserId,
  after: ConversationId | null,
  limit: number,
): Promise<StoredConversation[]> {
  const query = db
    .selectFrom('conversations')
    .select(['id', 'assistant_type as assistantId', 'title', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (conversations) => conversations.where('id', '>', after))
    .orderBy('id')
    .limit(limit);
  return runPartAs('transfer', () => query.execute());
}

export type StoredMessage = {
  id: string;
  conversationId: ConversationId;
  role: MessagesTable['role'];
  content: string;
  createdAt: Date;
  isReplaced: boolean;
};

/** A page of a person's messages, conversation by conversation in the order of their ids, oldest first. */
export async function readMessages(
  db: Db,
  userId: UserId,
  after: StoredMessage | null,
  limit: number,
): Promise<StoredMessage[]> {
  const query = db
    .selectFrom('messages')
    .select(['id', 'conversation_id as conversationId', 'role', 'content', 'created_at as createdAt'])
    .select('is_replaced as isReplaced')
    .where('user_id', '=', userId)
    .$if(after !== null, (messages) =>
      messages.where(
        sql<boolean>`(conversation_id, created_at, id) > (${after?.conversationId}::uuid, ${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('conversation_id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  return runPartAs('transfer', () => query.execute());
}

/** Messages by month, newest first. */
export async function listUsage(db: Db, userId: UserId): Promise<{ month: string; messages: number }[]> {
  return db
    .selectFrom('usage_tracking')
    .select(['month_year as month', 'messages_used as messages'])
    .where('user_id', '=', userId)
    .orderBy('month_year', 'desc')
    .execute();
}
