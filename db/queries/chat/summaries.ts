import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import type { ConversationId, MessageId, MessagesTable, UserId } from '../../types.gen.ts';

/** A conversation is summarized once this many of its messages aren't covered: from then on, the model doesn't get all of them. */
const UNCOVERED_MAX = 10;
/** The end of a conversation, which may still be replaced, is never summarized. */
const LAST_MESSAGES = 4;
/** At most this many messages before that are caught up with. What is older stays out of the summary. */
const CATCH_UP_MESSAGES = 100;

/**
 * Part of a statement: what the earlier messages of a conversation said, or null. `isBefore` is about the alias `m`,
 * here the last message that the summary covers.
 */
export function summaryOf(
  userId: RawBuilder<UserId>,
  conversationId: RawBuilder<unknown>,
  isBefore: RawBuilder<unknown> = sql`true`,
): RawBuilder<string | null> {
  return sql`(
    select m.text from (
      select s.text, s.covers_until as created_at from conversation_summaries s
      where s.user_id = ${userId} and s.conversation_id = ${conversationId} and s.text <> ''
    ) m where ${isBefore})`;
}

/** Part of a statement: schedules a summary of the conversations of `settled` that need one. */
export const scheduleSummary = (now: RawBuilder<Date>): RawBuilder<unknown> => sql`
    uncovered as (
      ${enqueueJobs({
        queue: 'summary',
        key: sql`conversation_id::text`,
        payload: { userId: sql`owner_id`, conversationId: sql`conversation_id` },
        dueAt: now,
        from: sql`settled where (
          select count(*) from (
            select from messages m
            where m.user_id = settled.owner_id and m.conversation_id = settled.conversation_id and not m.is_replaced
              and m.created_at > coalesce((
                select s.covers_until from conversation_summaries s
                where s.user_id = settled.owner_id and s.conversation_id = settled.conversation_id), '-infinity')
            limit ${sql.lit(UNCOVERED_MAX)}
          ) few) = ${sql.lit(UNCOVERED_MAX)}`,
      })}
    )`;

/**
 * Part of a statement: in the conversation of the row in `changed`, the messages shown since `since` have changed. If
 * its summary covers any of those, it starts over, and a summary in progress isn't saved.
 */
export const restartSummary = (userId: UserId, changed: string): RawBuilder<unknown> => {
  const isKept = sql`s.covers_until < (select since from ${sql.table(changed)})`;
  return sql`
    insert into conversation_summaries as s (user_id, conversation_id, revision)
    select ${userId}, id, 1 from ${sql.table(changed)}
    on conflict (user_id, conversation_id) do update set revision = s.revision + 1,
      text = case when ${isKept} then s.text else '' end,
      covers_until = case when ${isKept} then s.covers_until end,
      prompt = case when ${isKept} then s.prompt else '' end`;
};

export type UncoveredMessage = { id: MessageId; role: MessagesTable['role']; content: string };
export type SummaryRow = {
  text: string;
  /** 0 if there is none yet. */
  revision: number;
  /** The messages that it should cover and doesn't, oldest first. */
  uncovered: UncoveredMessage[];
};

/** A conversation's summary and what it lacks; undefined if the conversation is gone. Of each message, its first `characters`. */
export async function findSummary(
  db: Db,
  { userId, conversationId, characters }: { userId: UserId; conversationId: ConversationId; characters: number },
): Promise<SummaryRow | undefined> {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('conversation_summaries as s', (join) =>
      join.onRef('s.user_id', '=', 'conversations.user_id').onRef('s.conversation_id', '=', 'conversations.id'),
    )
    .select([
      sql<string>`coalesce(s.text, '')`.as('text'),
      sql<number>`coalesce(s.revision, 0)`.as('revision'),
      sql<UncoveredMessage[]>`(
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'content', m.content) order by m.created_at), '[]')
        from (
          select id, role, left(content, ${characters}) as content, created_at from messages
          where user_id = ${userId} and conversation_id = ${conversationId} and not is_replaced and content <> ''
            and created_at > coalesce(s.covers_until, '-infinity')
          order by created_at desc limit ${sql.lit(CATCH_UP_MESSAGES + LAST_MESSAGES)}
        ) m)`.as('uncovered'),
    ])
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', '=', conversationId)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { uncovered, ...summary } = row;
  return { ...summary, uncovered: uncovered.length < UNCOVERED_MAX ? [] : uncovered.slice(0, -LAST_MESSAGES) };
}

/** Saves a summary that `prompt` has made of the messages up to `last`, unless it has changed since `revision`. */
export async function saveSummary(
  db: Db,
  {
    userId,
    conversationId,
    text,
    prompt,
    last,
    revision,
  }: {
    userId: UserId;
    conversationId: ConversationId;
    text: string;
    prompt: string;
    last: MessageId;
    revision: number;
  },
): Promise<void> {
  await sql`
    insert into conversation_summaries (user_id, conversation_id, text, covers_until, revision, prompt)
    select ${userId}, ${conversationId}, ${text}, created_at, 1, ${prompt} from messages where user_id = ${userId} and id = ${last}
    on conflict (user_id, conversation_id) do update
      set text = excluded.text, covers_until = excluded.covers_until, prompt = excluded.prompt, revision = conversation_summaries.revision + 1
      where conversation_summaries.revision = ${revision}`.execute(db);
}
