import { sql, type RawBuilder } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { ConversationId, ConversationsTable, MessageId, TurnId, UserId } from '../types.gen.ts';
import { countUse } from './count-use.ts';

/** What a turn takes from the limits. `spendingDay` is null where no operator has set a cap. */
export type Reservation = {
  month: string;
  limit: number;
  /** From how many messages on the owner is told. */
  warnAt: number | null;
  spendingDay: string | null;
  estimateMicroUsd: number;
  personCapMicroUsd: number | null;
  totalCapMicroUsd: number | null;
};

type Common = { userId: UserId; turnId: TurnId; answerId: MessageId; now: Date } & Reservation;
export type NewTurn = Common & {
  conversationId: ConversationId;
  questionId: MessageId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  question: string;
  /** One unit of time after `now`, so that the order by time is the order of the talk. */
  answeredAt: Date;
};
export type ReopenedTurn = Common & { keepsText: boolean };

/** Whether the turn was opened, and if not, why: nothing has changed then. */
export type Opening = {
  isFound: boolean;
  fitsPerson: boolean;
  fitsTotal: boolean;
  isOpened: boolean;
  title: string;
  createdAt: Date;
};
type Param<P> = <K extends keyof P & string>(name: K) => P[K];

/**
 * The limits, all or nothing: `owned` is what the turn is for, `unit` has a row when everything fits, with a receipt of
 * the turn's id.
 * Rows of spending are locked before they are compared, in the same order as everywhere: person, everybody, unit.
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
      (select title from owned) as title, (select created_at from owned) as "createdAt"`;
}

type Conversation = { owned: RawBuilder<unknown>; touched: RawBuilder<unknown> };

function addTurn(conversationOf: (param: Param<NewTurn>) => Conversation) {
  return compileOnce<NewTurn, Opening>((db, param) => {
    const { owned, touched } = conversationOf(param);
    const keys = sql`${param('userId')}::uuid, ${param('conversationId')}::uuid`;
    const now = sql`${param('now')}::timestamptz`;
    return sql<Opening>`
      with ${limits(owned, param)},
      conversation as (${touched}),
      bubbles as (
        insert into messages (user_id, conversation_id, id, role, content, created_at)
        select ${keys}, said.* from unit, (values
          (${param('questionId')}::uuid, 'user', ${param('question')}::text, ${now}),
          (${param('answerId')}::uuid, 'assistant', '', ${param('answeredAt')}::timestamptz)
        ) as said (id, role, content, created_at)
      ),
      turn as (
        insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, heartbeat_at, created_at,
          spending_day, reserved_micro_usd)
        select ${keys}, ${param('turnId')}::uuid, ${param('questionId')}::uuid, ${param('answerId')}::uuid, ${param('month')}::text,
          'streaming', ${now}, ${now}, ${param('spendingDay')}::text, ${param('estimateMicroUsd')}::bigint
        from unit
      )
      ${outcome()}`.compile(db);
  });
}

const addToNew = addTurn((param) => ({
  owned: sql`select ${param('conversationId')}::uuid as id, ${param('title')}::text as title,
    ${param('now')}::timestamptz as created_at, ${param('assistantId')}::text as assistant_type`,
  touched: sql`
    insert into conversations (id, user_id, assistant_type, title, created_at, updated_at)
    select owned.id, ${param('userId')}::uuid, ${param('assistantId')}::text, owned.title, owned.created_at, owned.created_at
    from unit, owned`,
}));

const addToExisting = addTurn((param) => ({
  owned: sql`
    select id, title, created_at, assistant_type from conversations
    where user_id = ${param('userId')} and id = ${param('conversationId')} and assistant_type = ${param('assistantId')}
      and deleted_at is null
    for update`,
  touched: sql`
    update conversations set updated_at = ${param('now')}::timestamptz from unit
    where user_id = ${param('userId')} and id = ${param('conversationId')}`,
}));

const reopen = compileOnce<ReopenedTurn, Opening>((db, param) => {
  const now = sql`${param('now')}::timestamptz`;
  const keepsText = sql`${param('keepsText')}::boolean`;
  const owned = sql`
    select t.conversation_id as id, c.title, c.created_at, c.assistant_type
    from turns t
      join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = ${param('userId')} and t.answer_id = ${param('answerId')}
      and t.status in ('failed', 'interrupted', 'stopped') and (m.content <> '' or not ${keepsText})
      and not exists (
        select from messages later
        where later.user_id = t.user_id and later.conversation_id = t.conversation_id and later.created_at > m.created_at)
    for update of t`;
  const isAnswer = (id: string) => sql`user_id = ${param('userId')} and ${sql.ref(id)} = ${param('answerId')}`;
  return sql<Opening>`
    with ${limits(owned, param)},
    conversation as (
      update conversations set updated_at = ${now} from unit, owned where user_id = ${param('userId')} and conversations.id = owned.id
    ),
    emptied as (update messages set content = '' from unit where ${isAnswer('messages.id')} and not ${keepsText}),
    unrated as (delete from message_feedback using unit where ${isAnswer('message_id')}),
    turn as (
      update turns set id = ${param('turnId')}::uuid, month_year = ${param('month')}::text, status = 'streaming', failure = null,
        stop_requested = false, heartbeat_at = ${now}, created_at = ${now}, settled_at = null,
        spending_day = ${param('spendingDay')}::text, reserved_micro_usd = ${param('estimateMicroUsd')}::bigint
      from unit where ${isAnswer('answer_id')}
    )
    ${outcome()}`.compile(db);
});

async function only(rows: Promise<Opening[]>): Promise<Opening> {
  const [row] = await rows;
  if (!row) throw new Error('an opening says how it went');
  return row;
}

/** Reserves the unit and saves the question and the empty answer, in one statement, all or nothing. */
export function openTurn(db: Db, turn: NewTurn, conversation: 'new' | 'existing'): Promise<Opening> {
  return only(conversation === 'new' ? addToNew(db, turn) : addToExisting(db, turn));
}

/** Lets the last answer of a conversation be written again or on, in one statement, all or nothing. */
export function reopenTurn(db: Db, turn: ReopenedTurn): Promise<Opening> {
  return only(reopen(db, turn));
}

/** Rows of spending must be there before they can be locked. */
export async function prepareSpending(db: Db, userId: UserId, day: string): Promise<void> {
  await sql`
    with person as (
      insert into model_spending (user_id, day, micro_usd) values (${userId}, ${day}, 0) on conflict do nothing
    )
    insert into model_spending_days (day, micro_usd) values (${day}, 0) on conflict do nothing`.execute(db);
}
