import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '#contract/chat/search-words.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, MessageId, TurnId, UserId } from '../../types.gen.ts';
import { countUse } from '../usage/count-use.ts';
import { hasPrivateMessage } from './quoting.ts';
import { storedWords } from './search-words.ts';
import { leaseFromNow } from './turn-lease.ts';
import type { Offered } from './turns.ts';

/** What a turn takes from the limits. `spendingDay` is null if the operator has set no cap. */
export type Reservation = {
  month: string;
  limit: number;
  /** The number of messages from which the owner gets a warning. */
  warnAt: number | null;
  spendingDay: string | null;
  estimateMicroUsd: number;
  personCapMicroUsd: number | null;
  totalCapMicroUsd: number | null;
};

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
  /** The answer whose exchange this one replaces, with the question reworded or asked again. */
  replaces: MessageId | null;
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
  /** When the question and the answer were added; null if they were there before. */
  askedAt: Date | null;
  answeredAt: Date | null;
};
type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/**
 * The limits, all or nothing: `owned` is what the turn is for, `unit` has a row when everything fits, with a receipt of the turn's id.
 * Spending rows are locked before they are compared, in the same order as everywhere: person, everyone, unit.
 */
function limits(owned: RawBuilder<unknown>, param: Param<Common>): RawBuilder<unknown> {
  const day = sql`${param('spendingDay')}::text`;
  const estimate = sql`${param('estimateMicroUsd')}::bigint`;
  const fits = (spent: RawBuilder<unknown>, cap: RawBuilder<unknown>) =>
    sql`(${cap} is null or coalesce((select micro_usd from ${spent}), 0) + ${estimate} <= ${cap})`;
  return sql`
    owned as (${owned}),
    person as (select micro_usd from model_spending where user_id = ${param('userId')} and day = ${day} for update),
    everybody as (
      select micro_usd from model_spending_days where day = ${day} and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ${fits(sql`person`, sql`${param('personCapMicroUsd')}::bigint`)} as person,
        ${fits(sql`everybody`, sql`${param('totalCapMicroUsd')}::bigint`)} as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    ${countUse({
      userId: param('userId'),
      id: param('turnId'),
      kind: 'messages',
      period: param('month'),
      amount: sql.lit(1),
      limit: param('limit'),
      warnAt: param('warnAt'),
      status: sql.lit('reserved'),
      now: param('now'),
    })},
    spent as (
      update model_spending set micro_usd = micro_usd + ${estimate} from unit where user_id = ${param('userId')} and day = ${day}
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + ${estimate} from unit where day = ${day})`;
}

function outcome(): RawBuilder<Opening> {
  return sql`
    select exists (select from owned) as "isFound", exists (select from unit) as "isOpened",
      coalesce((select person from fitting), true) as "fitsPerson", coalesce((select total from fitting), true) as "fitsTotal",
      (select title from owned) as title, (select is_private from owned) as "isPrivate", (select created_at from owned) as "createdAt", (select attempt from owned) as attempt,
      (select asked_at from owned) as "askedAt", (select asked_at + interval '1 ms' from owned) as "answeredAt"`;
}

/** No message that is shown follows the answer `m` of the turn `t`. */
const isLast = sql`not exists (
  select from messages later
  where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at
    and not later.is_replaced)`;

/**
 * When a question is added to `c`: now, or right after the last message if a process whose clock is ahead dated that.
 */
const askedAt = (param: Param<NewTurn>) => sql`greatest(${param('now')}::timestamptz, (
  select max(created_at) + interval '1 ms' from messages
  where messages.user_id = ${param('userId')} and messages.conversation_id = c.id))`;

/** `owned` names the question of the first version as `version_of`, and the time of the new question as `asked_at`. */
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
      ),
      replaced as (${replaced ?? sql`select`}),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at,
          spending_day, reserved_micro_usd, version_of, offered_facts, offered_passages, offered_messages, prompt, learning)
        select ${keys}, ${param('turnId')}::uuid, ${param('questionId')}::uuid, ${param('answerId')}::uuid, ${param('month')}::text,
          'streaming', ${leaseFromNow}, owned.asked_at, ${param('spendingDay')}::text, ${param('estimateMicroUsd')}::bigint, owned.version_of,
          ${param('offeredFacts')}::uuid[], ${param('offeredPassages')}::uuid[], ${param('offeredMessages')}::uuid[], ${param('prompt')}::text, case
            when owned.version_of is null and (owned.is_private or not (select learns_from_chats from profiles where user_id = ${param('userId')})) then 'none'
            else 'due' end
        from unit, owned
      )
      ${outcome()}`.compile(db);
  });
}

const addToNew = addTurn((param) => ({
  owned: sql`select ${param('conversationId')}::uuid as id, ${param('title')}::text as title,
    ${param('now')}::timestamptz as created_at, ${param('assistantId')}::text as assistant_type, ${param('isPrivate')}::boolean as is_private, null::uuid as version_of,
    1 as attempt, ${param('now')}::timestamptz as asked_at`,
  touched: sql`
    insert into conversations (id, user_id, assistant_type, title, is_private, created_at, updated_at)
    select owned.id, ${param('userId')}::uuid, ${param('assistantId')}::text, owned.title, owned.is_private, owned.created_at, owned.created_at
    from unit, owned`,
}));

const touch = (param: Param<NewTurn>) => sql`
  update conversations set updated_at = owned.asked_at from unit, owned
  where user_id = ${param('userId')} and conversations.id = ${param('conversationId')}`;

const addToExisting = addTurn((param) => ({
  owned: sql`
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, null::uuid as version_of, 1 as attempt, ${askedAt(param)} as asked_at
    from conversations c
    where c.user_id = ${param('userId')} and c.id = ${param('conversationId')} and c.assistant_type = ${param('assistantId')}
      and c.deleted_at is null
    for update`,
  touched: touch(param),
}));

/** Another version of the last exchange of a conversation. The version before it stays, and is no longer shown. */
const addVersion = addTurn((param) => ({
  owned: sql`
    select c.id, c.title, c.is_private, c.created_at, c.assistant_type, coalesce(t.version_of, t.question_id) as version_of,
      t.question_id, t.answer_id, 1 as attempt, ${askedAt(param)} as asked_at
    from conversations c
      join turns t on t.user_id = c.user_id and t.conversation_id = c.id and t.answer_id = ${param('replaces')}
      join messages m on m.user_id = t.user_id and m.id = t.answer_id and not m.is_replaced
    where c.user_id = ${param('userId')} and c.id = ${param('conversationId')} and c.assistant_type = ${param('assistantId')}
      and c.deleted_at is null and ${isLast}
    for update of c`,
  touched: touch(param),
  replaced: sql`
    update messages set is_replaced = true from unit, owned
    where user_id = ${param('userId')} and messages.id in (owned.question_id, owned.answer_id)`,
}));

const reopen = compileOnce<ReopenedTurn, Opening>((db, param) => {
  const now = sql`${param('now')}::timestamptz`;
  const keepsText = sql`${param('keepsText')}::boolean`;
  const owned = sql`
    select t.conversation_id as id, c.title, c.is_private, c.created_at, c.assistant_type, t.attempt + 1 as attempt, null::timestamptz as asked_at
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = ${param('userId')} and t.answer_id = ${param('answerId')}
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not ${keepsText})
      and not m.is_replaced and ${isLast}
    for update of t`;
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

/** Spending rows must exist before they can be locked. */
export async function prepareSpending(db: Db, userId: UserId, day: string): Promise<void> {
  await sql`
    with person as (
      insert into model_spending (user_id, day, micro_usd) values (${userId}, ${day}, 0) on conflict do nothing
    )
    insert into model_spending_days (day, micro_usd) values (${day}, 0) on conflict do nothing`.execute(db);
}
