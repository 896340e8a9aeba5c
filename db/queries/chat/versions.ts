import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import { notifyBell } from '../notices/added-notices.ts';
import { restartSummary } from './summaries.ts';
import type { ConversationId, ConversationsTable, MessageId, UserId } from '../../types.gen.ts';

/** A version of an exchange. */
export type Version = {
  questionId: MessageId;
  answerId: MessageId;
  /** The oldest question with the same wording; the answers to all of them are versions of one answer. */
  wording: MessageId;
  /** The version with the highest number was shown last. */
  choice: number;
  /** How many messages come after the question, as they were shown last; more than FOLLOWING_MAX aren't counted. */
  following: number;
};

/** The most exchanges of a version that are counted: an answer, and nine exchanges after it. */
const COUNTED_EXCHANGES = 10;
/** A version with as many messages after its question may have more. */
export const FOLLOWING_MAX = 2 * (COUNTED_EXCHANGES + 1) - 1;

/**
 * The exchange that a question replaces: its question, its versions, oldest first, and the oldest version with
 * the new question's wording, or null.
 */
export type ReplacedExchange = { question: string; repeats: MessageId | null; versions: Version[] };

/** Whether the message in the row `message` is in an exchange. An automation's post isn't: all versions have it. */
export const isOfExchange = (userId: RawBuilder<unknown> | UserId, message: string) => sql<boolean>`(
    ${sql.ref(`${message}.role`)} = 'user' or exists (
      select from turns own where own.user_id = ${userId} and own.answer_id = ${sql.ref(`${message}.id`)}))`;

/** Whether a question, in the row `question`, replaced an earlier version of it. Its turn is in the row `turns`. */
export const isVersionOfEarlier = (userId: RawBuilder<unknown> | UserId, question: string) => sql<boolean>`exists (
    select from turns older join messages earlier on earlier.user_id = ${userId} and earlier.id = older.question_id
    where older.user_id = ${userId} and older.follows = ${sql.ref('turns.follows')}
      and earlier.created_at < ${sql.ref(`${question}.created_at`)})`;

/** Part of a statement: how many messages come after the question in the row `v`, as they were shown last. */
const followingOf = (userId: RawBuilder<unknown> | UserId) => sql<number>`(
      with recursive below as (
        select v.answer_id, 1 as exchanges
        union all
        select later.answer_id, below.exchanges + 1
        from below cross join lateral (
          select t.answer_id from turns t
          where t.user_id = ${userId} and t.follows = below.answer_id
          order by t.choice desc limit 1
        ) later
        where below.exchanges <= ${sql.lit(COUNTED_EXCHANGES)}
      )
      select 2 * count(*) - 1 from below)`;

/**
 * Part of a statement: the exchanges that follow `follows`, oldest first, as JSON. `following` is 0 unless it's counted
 * (`isCounted`), because that takes a lookup for each exchange.
 */
export const versionsBeside = (
  userId: RawBuilder<unknown> | UserId,
  follows: RawBuilder<unknown>,
  { isCounted = true } = {},
) => sql<Version[]>`(
    select coalesce(json_agg(json_build_object('questionId', v.question_id, 'answerId', v.answer_id,
      'wording', coalesce(v.repeats, v.question_id), 'choice', v.choice, 'following', ${isCounted ? followingOf(userId) : sql`0`}) order by a.created_at, a.id), '[]')
    from turns v join messages a on a.user_id = ${userId} and a.id = v.answer_id
    where v.user_id = ${userId} and v.follows = ${follows})`;

/**
 * Part of a statement (`with recursive`): the other versions of a question and everything after them, even if some are
 * shown again. Those that were asked before it are what it replaced.
 */
export const leftBehind = (userId: UserId, questionId: MessageId): RawBuilder<unknown> => sql`
    left_behind as (
      select other.question_id, other.answer_id, true as is_version
      from turns shown join turns other on other.user_id = ${userId} and other.follows = shown.follows and other.id <> shown.id
      where shown.user_id = ${userId} and shown.question_id = ${questionId}
      union all
      select later.question_id, later.answer_id, false
      from left_behind cross join lateral (
        select turns.question_id, turns.answer_id from turns
        where turns.user_id = ${userId} and turns.follows = left_behind.answer_id offset 0
      ) later
    )`;

/** The conversation's first question before and after the switch. */
export type OtherBeginning = { before: string; after: string };

type VersionKeys = { userId: UserId; conversationId: ConversationId; messageId: MessageId };

/**
 * Shows the version of an exchange that this question or answer belongs to, with what came after it when it was shown
 * last, and hides the others. Returns the conversation's first question before and after if it differs, and false if
 * the conversation has no such exchange, or while an answer in it is being written. Call this in a transaction.
 */
export async function showVersion(
  trx: Db,
  { userId, conversationId, messageId, now }: VersionKeys & { now: Date },
): Promise<OtherBeginning | null | false> {
  // Concurrent changes to the conversation have committed before the next statement begins, or wait for this one.
  await sql`select from conversations where user_id = ${userId} and id = ${conversationId} for update`.execute(trx);
  // A lateral join with a limit is an index lookup for each step. A plain join may read the whole table each time.
  const isTarget = sql`t.user_id = ${userId} and t.conversation_id = ${conversationId}
    and (t.answer_id = ${messageId} or t.question_id = ${messageId})`;
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    with recursive owned as materialized (
      select c.id
      from turns t join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      where ${isTarget}
        and not exists (
          select from turns running
          where running.user_id = ${userId} and running.conversation_id = t.conversation_id and running.status = 'streaming')
    ),
    up as (
      select t.question_id, t.answer_id, t.follows, t.choice
      from owned join turns t on ${isTarget}
      union all
      select t.question_id, t.answer_id, t.follows, t.choice
      from up cross join lateral (
        select turns.* from turns where turns.user_id = ${userId} and turns.answer_id = up.follows limit 1
      ) t cross join lateral (
        select from messages q where q.user_id = ${userId} and q.id = t.question_id and q.is_replaced limit 1
      ) hidden
    ),
    down as (
      select t.question_id, t.answer_id, 0 as depth
      from owned join turns t on ${isTarget}
      union all
      select later.question_id, later.answer_id, down.depth + 1
      from down cross join lateral (
        select t.question_id, t.answer_id from turns t
        where t.user_id = ${userId} and t.follows = down.answer_id
        order by t.choice desc limit 1
      ) later
    ),
    path as materialized (
      select question_id as id from up union select answer_id from up
      union select question_id from down union select answer_id from down
    ),
    fork as materialized (
      select owned.id, coalesce((
        select m.created_at from up join messages m on m.user_id = ${userId} and m.id = up.follows and not m.is_replaced
      ), '-infinity') as after
      from owned
    ),
    changed as materialized (
      select m.id, m.role, m.content, m.is_replaced, m.created_at
      from fork join messages m on m.user_id = ${userId} and m.conversation_id = fork.id
      where m.created_at > fork.after and m.is_replaced = (m.id in (select id from path))
        and ${isOfExchange(userId, 'm')}
    ),
    chosen as (
      update turns set choice = (select max(v.choice) + 1 from turns v where v.user_id = ${userId} and v.follows = up.follows)
      from up
      where turns.user_id = ${userId} and turns.answer_id = up.answer_id and exists (
        select from turns v where v.user_id = ${userId} and v.follows = up.follows and v.choice > up.choice)
    ),
    flipped as (
      update messages set is_replaced = not messages.is_replaced from changed
      where messages.user_id = ${userId} and messages.id = changed.id
    ),
    other as (select fork.id, min(changed.created_at) as since from fork, changed group by fork.id),
    restarted as (${restartSummary(userId, 'other')})
    update conversations set
      updated_at = case when exists (select from changed) then greatest(updated_at, ${now}::timestamptz) else updated_at end,
      last_answer_id = (select answer_id from down order by depth desc limit 1)
    from fork
    where conversations.user_id = ${userId} and conversations.id = fork.id
    returning
      (select content from changed where fork.after = '-infinity' and role = 'user' and not is_replaced order by created_at limit 1) as before,
      (select content from changed where fork.after = '-infinity' and role = 'user' and is_replaced order by created_at limit 1) as after`.execute(
    trx,
  );
  const [shown] = rows;
  if (!shown) return false;
  const { before, after } = shown;
  return before === null || after === null ? null : { before, after };
}

/** Whether the message is part of an exchange in a conversation that isn't deleted. */
export async function hasExchange(db: Db, { userId, conversationId, messageId }: VersionKeys): Promise<boolean> {
  const row = await db
    .selectFrom('turns')
    .innerJoin('conversations', (join) =>
      join.on('conversations.user_id', '=', userId).onRef('conversations.id', '=', 'turns.conversation_id'),
    )
    .select('turns.id')
    .where('turns.user_id', '=', userId)
    .where('turns.conversation_id', '=', conversationId)
    .where((where) => where.or([where('turns.question_id', '=', messageId), where('turns.answer_id', '=', messageId)]))
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that the owner has seen the answers of this conversation; what the bell would have said of them soon is forgotten. Returns false
 * if there is no such conversation.
 */
export async function markSeen(db: Db, userId: UserId, conversationId: ConversationId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with owned as (
      select id from conversations where user_id = ${userId} and id = ${conversationId} and deleted_at is null
    ),
    seen as (
      update turns set is_unread = false from owned
      where user_id = ${userId} and turns.conversation_id = owned.id and is_unread
      returning turns.id
    ),
    forgotten as (
      delete from notices using seen
      where user_id = ${userId} and topic = 'answer' and subject = seen.id::text and created_at > ${now}
    ),
    read as (
      update notices set read_at = ${now} from seen
      where user_id = ${userId} and topic = 'answer' and subject = seen.id::text and created_at <= ${now} and read_at is null
      returning ${notifyBell(sql`user_id`)}
    )
    select id from owned`.execute(db);
  return rows.length > 0;
}

/** The assistants with an answer that its owner hasn't seen, and whether any answer is being written. */
export async function listUnread(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('turns')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'turns.user_id')
        .onRef('conversations.id', '=', 'turns.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .select(['conversations.assistant_type as assistantId', 'turns.is_unread as isUnread'])
    .distinct()
    .where('turns.user_id', '=', userId)
    .where((where) =>
      where.or([where('is_unread', '=', sql.lit(true)), where('turns.status', '=', sql.lit('streaming'))]),
    )
    .execute();
  const unread: ConversationsTable['assistant_type'][] = rows
    .filter((row) => row.isUnread)
    .map((row) => row.assistantId);
  return { unread, isAnswering: rows.some((row) => !row.isUnread) };
}
