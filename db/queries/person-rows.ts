import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { ConversationId, ConversationsTable, MessagesTable, UserId } from '../types.gen.ts';

/** A table with rows of people. `key` is its primary key, `owner` the column that says whose a row is. */
export type PersonTable = { name: string; owner: string; columns: string[]; key: string[] };

/** Every table that holds rows of a person, asked from the database, so that a new one is never forgotten. */
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

export type KeptMessage = {
  id: string;
  conversationId: ConversationId;
  role: MessagesTable['role'];
  content: string;
  createdAt: Date;
};

/** A page of a person's messages, one conversation after the other in the order of their ids, the oldest first. */
export async function readMessages(
  db: Db,
  userId: UserId,
  after: KeptMessage | null,
  limit: number,
): Promise<KeptMessage[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'conversation_id as conversationId', 'role', 'content', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(conversation_id, created_at, id) > (${after?.conversationId}::uuid, ${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('conversation_id')
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
