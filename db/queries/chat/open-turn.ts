import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '#contract/chat/search-words.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, MessageId, TurnId, UserId } from '../../types.gen.ts';
import { bindFiles } from '../brain/attached-sources.ts';
import { hasPrivateMessage } from './quoting.ts';
import { limits, type Reservation } from './reservation.ts';
import { storedWords } from './search-words.ts';
import { restartSummary } from './summaries.ts';
import { leaseFromNow } from './turn-lease.ts';
import type { Offered } from './turns.ts';
import { isOfExchange } from './versions.ts';

type Common = {
  userId: UserId;
  turnId: TurnId;
  answerId: MessageId;
  prompt: string; // what the answer is written with: answer@1
  now: Date;
} & Reservation &
  Offered;
export type NewTurn = Common & {
  conversationId: ConversationId;
  questionId: MessageId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  question: string;
  /** The files that come with the question. */
  sourceIds: readonly string[];
  /** Whether nothing may be learned from the conversation that it begins. */
  isPrivate: boolean;
  /** The answer whose exchange this one replaces, along with everything after it. */
  replaces: MessageId | null;
  /** The first question with this wording, if the replaced one has it, too: then only its answer is rewritten. */
  repeats: MessageId | null;
  /** The title derived from the replaced question; only that one is updated. */
  replacedTitle: string | null;
};
export type ReopenedTurn = Common & { keepsText: boolean };

/** Whether the turn was opened, and if not, why. If it wasn't, nothing has changed. */
export type Opening = {
  isFound: boolean;
  fitsPerson: boolean;
  fitsTotal: boolean;
  isOpened: boolean;
  title: string;
  isPrivate: boolean;
  createdAt: Date;
  attempt: number;
  /** The message that is shown before the question; null for the first. */
  follows: MessageId | null;
  /** When the question and the answer were added; null if they were there before. */
  askedAt: Date | null;
  answeredAt: Date | null;
};
type Param<P> = <K extends keyof P & string>(name: K) => P[K];

function outcome(): RawBuilder<Opening> {
  return sql`
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select shown_before from owned) as follows,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt"`;
}

/** Optimistic check: no other statement switched versions while this one waited for the lock. */
const isUnchanged = (param: Param<NewTurn>) => sql`
  c.last_answer_id is not distinct from (
    select last_answer_id from conversations where user_id = ${param('userId')} and id = ${param('conversationId')})`;

/**
 * When a question is added to `c`: now, or right after the last message if a process whose clock is ahead wrote that.
 */
const askedAt = (param: Param<NewTurn>) => sql`greatest(${param('now')}::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = ${param('userId')} and messages.conversation_id = c.id))`;

/** The last visible message of `c` that meets `isBefore`, a condition on the alias `p`. */
const lastShown = (param: Param<Pick<Common, 'userId'>>, isBefore: RawBuilder<unknown>) => sql`(
  select p.id from messages p
  where p.user_id = ${param('userId')} and p.conversation_id = c.id and not p.is_replaced and ${isBefore}
  order by p.created_at desc, p.id desc limit 1)`;

/**
 * `owned` names what the new question follows in the tree, its `choice` among the versions, its time as `asked_at`, and
 * the message that is shown before it.
 */
type Conversation = { owned: RawBuilder<unknown>; touched: RawBuilder<unknown>; replaced?: RawBuilder<unknown> };

function addTurn(conversationOf: (param: Param<NewTurn>) => Conversation) {
  return compileOnce<NewTurn & { words: string[] }, Opening>((db, param) => {
    const { owned, touched, replaced } = conversationOf(param);
    const keys = sql`${param('userId')}::uuid, ${param('conversationId')}::uuid`;
    return sql<Opening>`
      with ${limits(owned, param)},
      conversation as (${touched}),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at, words, source_ids, is_private)
        select ${keys}, said.* from unit, owned, lateral (values
          (${param('questionId')}::uuid, 'user', ${param('question')}::text, owned.asked_at,
            ${storedWords(sql`${param('userId')}::uuid`, sql`${param('words')}::text[]`)}, ${param('sourceIds')}::uuid[], owned.is_private),
          (${param('answerId')}::uuid, 'assistant', '', owned.asked_at + interval '1 ms', null, '{}', owned.is_private or ${hasPrivateMessage(param('userId'), sql`${param('conversationId')}::uuid`)})
        ) as said (id, role, content, created_at, words, source_ids, is_private)
      ), ${bindFiles(param('userId'), param('conversationId'), param('sourceIds'))},
      ${replaced ?? sql``}
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, follows, choice, repeats, offered_facts, offered_passages, offered_messages, prompt, learning)
        select ${keys}, ${param('turnId')}::uuid, ${param('questionId')}::uuid, ${param('answerId')}::uuid, ${param('month')}::text,
          'streaming', ${leaseFromNow}, owned.asked_at, ${param('spendingDay')}::text, ${param('estimateMicroUsd')}::bigint, owned.follows,
          owned.choice, ${param('repeats')}::uuid, ${param('offeredFacts')}::uuid[], ${param('offeredPassages')}::uuid[], ${param('offeredMessages')}::uuid[], ${param('prompt')}::text, case
            when owned.choice = 1 and (owned.is_private or not (select learns_from_chats from profiles where user_id = ${param('userId')})) then 'none'
            else 'due' end
        from unit, owned
      )
      ${outcome()}`.compile(db);
  });
}

const addToNew = addTurn((param) => ({
  owned: sql`select ${param('conversationId')}::uuid as id, ${param('title')}::text as title,
    ${param('now')}::timestamptz as created_at, ${param('assistantId')}::text as assistant_type, ${param('isPrivate')}::boolean as is_private, ${param('conversationId')}::uuid as follows, 1 as choice,
    1 as attempt, ${param('now')}::timestamptz as asked_at, null::uuid as shown_before`,
  touched: sql`
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at, last_answer_id)
    select owned.id, ${param('userId')}::uuid, ${param('assistantId')}::text, owned.title, owned.is_private, owned.created_at, owned.created_at,
      ${param('answerId')}::uuid
    from unit, owned`,
}));

const touch = (param: Param<NewTurn>, title: RawBuilder<unknown>) => sql`
  update conversations set updated_at = owned.asked_at, last_answer_id = ${param('answerId')}::uuid, title = ${title} from unit, owned
  where user_id = ${param('userId')} and conversations.id = ${param('conversationId')}`;

const isOpen = (param: Param<NewTurn>) => sql`c.user_id = ${param('userId')} and c.id = ${param('conversationId')}
  and c.assistant_type = ${param('assistantId')} and c.deleted_at is null`;

// Once the row is locked, PostgreSQL rereads `c`, so the question follows whichever answer is last by then.
const addToExisting = addTurn((param) => ({
  owned: sql`
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(c.last_answer_id, c.id) as follows, 1 as choice, 1 as attempt,
      ${askedAt(param)} as asked_at, ${lastShown(param, sql`true`)} as shown_before
    from conversations c where ${isOpen(param)}
    for update`,
  touched: touch(param, sql`conversations.title`),
}));

/** Another version of an exchange. The previous version and everything after it are kept, but no longer shown. */
const addVersion = addTurn((param) => ({
  owned: sql`
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, t.follows, m.created_at as since, (
        select max(choice) + 1 from turns v where v.user_id = ${param('userId')} and v.follows = t.follows) as choice,
      1 as attempt, ${askedAt(param)} as asked_at,
      ${lastShown(param, sql`(p.created_at < m.created_at or not ${isOfExchange(param('userId'), 'p')})`)} as shown_before
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = ${param('replaces')}
      join messages m on m.user_id = t.user_id and m.id = t.question_id and not m.is_replaced
    where ${isOpen(param)} and ${isUnchanged(param)}
    for update of c`,
  touched: touch(
    param,
    sql`case when owned.follows = owned.id and conversations.title = ${param('replacedTitle')}::text then ${param('title')}::text
      else conversations.title end`,
  ),
  replaced: sql`
      replaced as (
        update messages set is_replaced = true from unit, owned
        where user_id = ${param('userId')} and messages.conversation_id = owned.id and not messages.is_replaced
          and messages.created_at >= owned.since and ${isOfExchange(param('userId'), 'messages')}
      ),
      other as (select owned.id, owned.since from unit, owned),
      restarted as (${restartSummary(param('userId'), 'other')}),`,
}));

const reopen = compileOnce<ReopenedTurn, Opening>((db, param) => {
  const now = sql`${param('now')}::timestamptz`;
  const keepsText = sql`${param('keepsText')}::boolean`;
  const owned = sql`
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt,
      null::timestamptz as asked_at, ${lastShown(
        param,
        sql`p.created_at < (
        select q.created_at from messages q where q.user_id = t.user_id and q.id = t.question_id)`,
      )} as shown_before
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.last_answer_id = t.answer_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = ${param('userId')} and t.answer_id = ${param('answerId')}
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not ${keepsText})
    for update of c, t`;
  const isAnswer = (id: string) => sql`user_id = ${param('userId')} and ${sql.ref(id)} = ${param('answerId')}`;
  return sql<Opening>`
    with ${limits(owned, param)},
    conversation as (update conversations set updated_at = ${now} from unit, owned where user_id = ${param('userId')} and conversations.id = owned.id),
    emptied as (update messages set content = case when ${keepsText} then content else '' end, words = case when ${keepsText} then words end,
        is_private = messages.is_private or owned.is_private from unit, owned where ${isAnswer('messages.id')} and (not ${keepsText} or owned.is_private)),
    unrated as (delete from message_feedback using unit where ${isAnswer('message_id')}),
    turn as (
      update turns set id = ${param('turnId')}::uuid, month_year = ${param('month')}::text, status = 'streaming', failure = null,
        offered_facts = ${param('offeredFacts')}::uuid[], offered_passages = ${param('offeredPassages')}::uuid[],
        offered_messages = ${param('offeredMessages')}::uuid[], prompt = ${param('prompt')}::text,
        stop_requested = false, is_unread = false, attempt = owned.attempt, lease_expires_at = ${leaseFromNow}, created_at = ${now},
        settled_at = null, spending_day = ${param('spendingDay')}::text, reserved_micro_usd = ${param('estimateMicroUsd')}::bigint
      from unit, owned where ${isAnswer('answer_id')}
    )
    ${outcome()}`.compile(db);
});

async function only(rows: Promise<Opening[]>): Promise<Opening> {
  const [row] = await rows;
  if (!row) throw new Error('the statement that opens a turn returned no row');
  return row;
}

/** Reserves the unit and saves the question and the empty answer, in one statement, all or nothing. */
export function openTurn(db: Db, turn: NewTurn, conversation: 'new' | 'existing'): Promise<Opening> {
  const add = conversation === 'new' ? addToNew : addToExisting;
  return only((turn.replaces === null ? add : addVersion)(db, { ...turn, words: wordsOf(turn.question) }));
}

/** Reopens the last answer of a conversation to be rewritten or continued, in one statement, all or nothing. */
export function reopenTurn(db: Db, turn: ReopenedTurn): Promise<Opening> {
  return only(reopen(db, turn));
}
