import { sql, type RawBuilder } from 'kysely';
import type { Rating } from '#contract/chat/chat.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import { attachedSources, type AttachedSource } from '../brain/attached-sources.ts';
import type { ConversationId, MessageId, MessagesTable, TurnsTable, UserId } from '../../types.gen.ts';
import type { ConversationRow } from './conversations.ts';
import type { TurnIds } from './turn-context.ts';
import { versionsBeside, type Version } from './versions.ts';

/** A message as JSON delivers it: `createdAt` is an ISO 8601 text. */
export type Bubble = {
  id: MessageId;
  role: MessagesTable['role'];
  content: string;
  createdAt: string;
  status: TurnsTable['status'] | null;
  failure: TurnsTable['failure'];
  attempt: number | null;
  feedback: Rating | null;
  /** The files that came with a question. */
  files: AttachedSource[];
  /** It was said in private, or may repeat what was. */
  isPrivate: boolean;
  /** For an answer: the previous one in its thread, or the conversation's id for the first. Null for other messages. */
  parent: MessageId | ConversationId | null;
};
export type Thread = ConversationRow & {
  bubbles: Bubble[];
  /** The last shown answer that isn't a post. */
  lastAnswerId: MessageId | null;
  /** The message that is shown before the first of them; null if there is none. */
  before: MessageId | null;
  /** Of each exchange that has more than one, oldest first. */
  versions: Version[][];
  hasNewAnswer: boolean;
};
/** Some messages of a conversation that follow each other, oldest first, and whether there are more on either side. */
export type ThreadPage = Thread & {
  hasOlder: boolean;
  hasNewer: boolean;
  /** The last answer before this page that isn't a post; null, or the conversation's id, if there is none. */
  after: MessageId | ConversationId | null;
};

/** Which page: the end of the conversation, or the messages on one side or both sides of a message, which may be hidden. */
export type Place = { side: 'before' | 'after' | 'around'; messageId: MessageId };

/** How many messages a page has. */
export const THREAD_PAGE = 50;
const HALF = THREAD_PAGE / 2;

type Keys = { userId: UserId; conversationId: ConversationId };
type Side = 'older' | 'newer';
type Row = Omit<Thread, 'bubbles' | 'before'> & { bubbles: Record<Side, Bubble[]> };
type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/** A conversation with the messages that `chosen` selects, the state of their turns, their ratings and versions, in one statement. */
function readThread<P extends Keys>(
  chooseMessages: (param: Param<P>) => RawBuilder<unknown>,
  isPlaceKnown: (param: Param<P>) => RawBuilder<unknown> = () => sql`true`,
) {
  return compileOnce<P, Row>((db, param) => {
    const [userId, conversationId] = [param('userId'), param('conversationId')];
    // Questions have neither a turn nor a rating: `limit 1` makes the planner look them up per message, and skip questions.
    return sql<Row>`
      with shown as materialized (
        select m.*, t.status, t.failure, t.attempt, t.rating, t.follows, t.choice
        from (${chooseMessages(param)}) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating, turns.follows, turns.choice
            from turns left join message_feedback rated on rated.user_id = ${userId} and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = ${userId} and turns.answer_id = m.id
            limit 1
          ) t on true
      )
      select c.id, c.assistant_type as "assistantId", c.title, c.is_private as "isPrivate", c.created_at as "createdAt", c.updated_at as "updatedAt",
        c.last_answer_id as "lastAnswerId",
        exists (
          select from turns where turns.user_id = ${userId} and turns.conversation_id = ${conversationId} and turns.is_unread
        ) as "hasNewAnswer",
        (
          select json_build_object(
            'older', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'older'), '[]'),
            'newer', coalesce(json_agg(bubble order by created_at, id) filter (where side = 'newer'), '[]'))
          from (
            select created_at, id, side, json_build_object('id', id, 'role', role, 'content', content, 'createdAt', created_at,
              'isPrivate', is_private, 'status', status, 'failure', failure, 'attempt', attempt, 'feedback', rating, 'parent', follows,
              'files', case when source_ids = '{}' then '[]' else ${attachedSources(userId, sql`source_ids`, sql`${conversationId}::uuid`)} end) as bubble
            from shown
          ) as bubbles
        ) as bubbles,
        (
          -- Of several versions, the one that is shown has a number above 1.
          select coalesce(json_agg(${versionsBeside(userId, sql`shown.follows`)}), '[]') from shown where shown.choice > 1
        ) as versions
      from conversations c
      where c.user_id = ${userId} and c.id = ${conversationId} and c.deleted_at is null and ${isPlaceKnown(param)}`.compile(
      db,
    );
  });
}

type PageKeys = Keys & { messageId: MessageId };

/**
 * One message more than `limit` on one side of a place, nearest first: it tells that there are more. The inner query asks for just the order
 * that the index has, and doesn't tell the planner for how many rows: it takes every conversation to be short, and would read and sort all of
 * a long one.
 */
function messagesOn(side: Side, param: Param<Keys>, isBeyond: RawBuilder<unknown>, limit: number) {
  const direction = sql.raw(side === 'older' ? 'desc' : 'asc');
  return sql`(
    select * from (
      select id, role, content, created_at, source_ids, is_private, ${sql.lit(side)} as side from messages
      where user_id = ${param('userId')} and conversation_id = ${param('conversationId')} and not is_replaced and ${isBeyond}
      order by created_at ${direction} fetch first (select ${sql.lit(limit + 1)}) rows with ties
    ) as nearest
    order by created_at ${direction}, id ${direction} limit ${sql.lit(limit + 1)})`;
}

const isPlace = (param: Param<PageKeys>) => sql`p.user_id = ${param('userId')}
  and p.conversation_id = ${param('conversationId')} and p.id = ${param('messageId')}`;
/** Several messages may share an instant. */
const compared = (operator: string, param: Param<PageKeys>) =>
  sql`(created_at, id) ${sql.raw(operator)} (select p.created_at, p.id from messages p where ${isPlace(param)})`;
const isKnown = (param: Param<PageKeys>) => sql`exists (select from messages p where ${isPlace(param)})`;

const newest = readThread<Keys>((param) => messagesOn('older', param, sql`true`, THREAD_PAGE));
const beside = {
  before: readThread<PageKeys>((param) => messagesOn('older', param, compared('<', param), THREAD_PAGE), isKnown),
  after: readThread<PageKeys>(
    (param) => sql`
      ${messagesOn('older', param, compared('<=', param), 0)}
      union all ${messagesOn('newer', param, compared('>', param), THREAD_PAGE)}`,
    isKnown,
  ),
  around: readThread<PageKeys>(
    (param) => sql`
      ${messagesOn('older', param, compared('<=', param), HALF)}
      union all ${messagesOn('newer', param, compared('>', param), HALF)}`,
    isKnown,
  ),
};

/**
 * The messages of one side without the one that only tells that there are more. A page never begins with an answer or ends with a question
 * whose other half is on the next page: that page has both.
 */
function cut(all: Bubble[], side: Side, limit: number) {
  const hasMore = all.length > limit;
  const kept = side === 'older' ? all.slice(Math.max(all.length - limit, 0)) : all.slice(0, limit);
  if (hasMore && side === 'older' && kept[0]?.role === 'assistant') kept.shift();
  if (hasMore && side === 'newer' && kept.at(-1)?.role === 'user') kept.pop();
  return { kept, hasMore };
}

/** The last shown answer before a message that isn't a post. */
async function findAnswerBefore(
  db: Db,
  { userId, conversationId }: Keys,
  messageId: MessageId,
): Promise<MessageId | null> {
  const { rows } = await sql<{ id: MessageId }>`
    select t.answer_id as id
    from (
      select m.id from messages m
      where m.user_id = ${userId} and m.conversation_id = ${conversationId} and not m.is_replaced and m.role = 'user'
        and m.created_at <= (select p.created_at from messages p where p.user_id = ${userId} and p.id = ${messageId})
      order by m.created_at desc limit 1
    ) question join turns t on t.user_id = ${userId} and t.question_id = question.id`.execute(db);
  return rows[0]?.id ?? null;
}

/** A page of a conversation, its end unless a place is given. Undefined if there is no such conversation or place in it. */
export async function findThreadPage(
  db: Db,
  { userId, conversationId }: Keys,
  place: Place | null,
): Promise<ThreadPage | undefined> {
  const keys = { userId, conversationId };
  const read = place ? beside[place.side](db, { ...keys, messageId: place.messageId }) : newest(db, keys);
  const [row] = await read;
  if (!row) return undefined;
  const limit = place?.side === 'around' ? HALF : THREAD_PAGE;
  const older = cut(row.bubbles.older, 'older', place?.side === 'after' ? 0 : limit);
  const newer = cut(row.bubbles.newer, 'newer', limit);
  const bubbles = [...older.kept, ...newer.kept];
  // The place itself is on the side that wasn't asked for.
  const hasNewer = newer.hasMore || place?.side === 'before';
  const own = bubbles.find(({ parent }) => parent !== null)?.parent;
  const [first] = bubbles;
  return {
    ...row,
    bubbles,
    after: own ?? (hasNewer && first ? await findAnswerBefore(db, keys, first.id) : row.lastAnswerId),
    before: row.bubbles.older.at(-older.kept.length - 1)?.id ?? null,
    hasOlder: older.hasMore || place?.side === 'after',
    hasNewer,
  };
}

const isBeforeQuestion = (param: Param<Keys & TurnIds>) => sql`(created_at, id) < (
  select q.created_at, q.id from messages q where q.user_id = ${param('userId')} and q.id = ${param('questionId')})`;
const exchange = readThread<Keys & TurnIds>(
  (param) => sql`
    select id, role, content, created_at, source_ids, is_private, 'newer' as side from messages
    where user_id = ${param('userId')} and id in (${param('questionId')}, ${param('answerId')}) and not is_replaced
    union all ${messagesOn('older', param, isBeforeQuestion(param), 0)}`,
);

/** A conversation with one question and its answer; without them once another version of them is shown. */
export async function findExchange(db: Db, userId: UserId, ids: TurnIds): Promise<Thread | undefined> {
  const [row] = await exchange(db, { userId, ...ids });
  return row && { ...row, bubbles: row.bubbles.newer, before: row.bubbles.older[0]?.id ?? null };
}
