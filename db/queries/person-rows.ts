import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { ConversationId, ConversationsTable, MessagesTable, UserId } from '../types.gen.ts';

/** A table with rows of people. `key` is its primary key, `owner` the column that says whose a row is. */
export type PersonTable = { name: string; owner: string; columns: string[]; key: string[] };

/** Every table that holds rows of a person, asked from the database, so that a new one is never forgotten. */
export async function listPersonTables(db: Db): Promise<PersonTable[]> {
  const { rows } = await sql<PersonTable>`
    select t.relname::text as name, case when t.relname = 'users' then 'id' else 'user_id' end as owner,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by k.place) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
        where i.indrelid = t.oid and i.indisprimary) as key
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relkind in ('r', 'p') and (t.relname = 'users' or exists (
      select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'user_id' and not a.attisdropped))
    order by t.relname`.execute(db);
  return rows;
}

export type PersonRow = Record<string, unknown>;

/** A page of a person's rows in the order of the key, from after the row `after` on. `columns` must hold the key's. */
export async function readPersonRows(
  db: Db,
  table: PersonTable,
  wish: { userId: UserId; columns: string[]; after: PersonRow | null; limit: number },
): Promise<PersonRow[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const { after } = wish;
  const from = after === null ? sql`true` : sql`(${key}) > (${sql.join(table.key.map((column) => after[column]))})`;
  const { rows } = await sql<PersonRow>`
    select ${sql.join(wish.columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
    where ${sql.ref(table.owner)} = ${wish.userId} and ${from} order by ${key} limit ${sql.lit(wish.limit)}`.execute(
    db,
  );
  return rows;
}

export type KeptConversation = {
  id: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  createdAt: Date;
};

/** A page of the conversations that are not deleted, in the order of their ids. */
export async function readConversations(
  db: Db,
  userId: UserId,
  after: ConversationId | null,
  limit: number,
): Promise<KeptConversation[]> {
  return db
    .selectFrom('conversations')
    .select(['id', 'assistant_type as assistantId', 'title', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type KeptMessage = { id: string; role: MessagesTable['role']; content: string; createdAt: Date };

/** A page of a conversation, the oldest first. */
export async function readMessages(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  after: KeptMessage | null,
  limit: number,
): Promise<KeptMessage[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Messages by month, the newest first. */
export async function listUsage(db: Db, userId: UserId): Promise<{ month: string; messages: number }[]> {
  return db
    .selectFrom('usage_tracking')
    .select(['month_year as month', 'messages_used as messages'])
    .where('user_id', '=', userId)
    .where('month_year', '<>', 'at once')
    .orderBy('month_year', 'desc')
    .execute();
}
