import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { MessageId, TurnId, TurnsTable, UserId } from '../types.gen.ts';

export type TurnKey = { userId: UserId; id: TurnId };
type Settled = Exclude<TurnsTable['status'], 'streaming'>;

const turnByAnswer = compileOnce<
  { userId: UserId; answerId: MessageId },
  { status: TurnsTable['status']; failure: TurnsTable['failure']; content: string }
>((db, param) =>
  db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.onRef('messages.user_id', '=', 'turns.user_id').onRef('messages.id', '=', 'turns.answer_id'),
    )
    .select(['turns.status', 'turns.failure', 'messages.content'])
    .where('turns.user_id', '=', param('userId'))
    .where('turns.answer_id', '=', param('answerId'))
    .compile(),
);

/** The turn behind an answer, with the text saved so far. */
export async function findTurnByAnswer(db: Db, userId: UserId, answerId: MessageId) {
  const [row] = await turnByAnswer(db, { userId, answerId });
  return row;
}

export async function findTurn(db: Db, { userId, id }: TurnKey) {
  return db
    .selectFrom('turns')
    .select(['conversation_id as conversationId', 'question_id as questionId', 'answer_id as answerId'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const save = compileOnce<
  { userIds: string[]; ids: string[]; contents: string[]; now: Date },
  { id: TurnId; stopRequested: boolean }
>((db, param) =>
  sql<{ id: TurnId; stopRequested: boolean }>`
    with given as (
      select * from unnest(${param('userIds')}::uuid[], ${param('ids')}::uuid[], ${param('contents')}::text[]) as g (user_id, id, content)
    ),
    alive as (
      update turns set heartbeat_at = ${param('now')}::timestamptz from given
      where turns.user_id = given.user_id and turns.id = given.id and turns.status = 'streaming'
      returning turns.user_id, turns.id, turns.answer_id, turns.stop_requested, given.content
    ),
    saved as (
      update messages set content = alive.content from alive
      where messages.user_id = alive.user_id and messages.id = alive.answer_id and messages.content <> alive.content
      returning messages.id
    ),
    told as (select pg_notify('turns_saved', string_agg(id::text, ' ')) from saved having count(*) > 0)
    select alive.id, alive.stop_requested as "stopRequested" from alive left join told on true`.compile(db),
);

/**
 * Saves what has come of many answers and says that their turns live, in one statement. At most 200, so that the signal
 * holds their ids. Returns those that still run and whether a stop was asked for; the others are settled already.
 */
export function saveTurns(db: Db, turns: (TurnKey & { content: string })[], now: Date) {
  return save(db, {
    userIds: turns.map((turn) => turn.userId),
    ids: turns.map((turn) => turn.id),
    contents: turns.map((turn) => turn.content),
    now,
  });
}

type Settlement = TurnKey & {
  status: Settled;
  failure: TurnsTable['failure'];
  /** `null` keeps what was saved. */
  content: string | null;
  givesBack: boolean;
  /** `null` keeps what was reserved. */
  spentMicroUsd: number | null;
  now: Date;
};

const settle = compileOnce<Settlement, { answerId: MessageId }>((db, param) => {
  const isMine = sql`user_id = ${param('userId')}`;
  const spent = sql`${param('spentMicroUsd')}::bigint`;
  return sql<{ answerId: MessageId }>`
    with settled as (
      update turns set status = ${param('status')}::text, failure = ${param('failure')}::text, settled_at = ${param('now')}::timestamptz
      where ${isMine} and id = ${param('id')} and status = 'streaming'
      returning answer_id, spending_day, reserved_micro_usd
    ),
    saved as (
      update messages set content = ${param('content')}::text from settled
      where ${isMine} and messages.id = settled.answer_id and ${param('content')}::text is not null
    ),
    person as (
      update model_spending set micro_usd = greatest(micro_usd + ${spent} - reserved_micro_usd, 0) from settled
      where ${isMine} and day = spending_day and ${spent} is not null
      returning 1
    ),
    everybody as (
      update model_spending_days set micro_usd = greatest(micro_usd + ${spent} - reserved_micro_usd, 0)
      from settled, (select count(*) from person) as after_person
      where day = spending_day and ${spent} is not null
      returning 1
    ),
    receipt as (
      update usage_receipts set settled_at = ${param('now')}::timestamptz,
        status = case when ${param('givesBack')}::boolean then 'released' else 'counted' end
      from settled where ${isMine} and usage_receipts.id = ${param('id')} and usage_receipts.status = 'reserved'
      returning period, amount
    ),
    given_back as (
      update usage_tracking set messages_used = greatest(messages_used - receipt.amount, 0)
      from receipt, (select count(*) from everybody) as after_everybody
      where ${isMine} and usage_tracking.month_year = receipt.period and ${param('givesBack')}::boolean
    )
    select answer_id as "answerId", pg_notify('turns_saved', answer_id::text) from settled`.compile(db);
});

/** Ends a turn once, with its text and its unit, all or nothing. Returns false when somebody else ended it first. */
export async function settleTurn(db: Db, settlement: Settlement): Promise<boolean> {
  return (await settle(db, settlement)).length > 0;
}

/** Asks for a stop, in whichever process the turn runs. Returns whether there was a turn to stop. */
export async function requestStop(db: Db, userId: UserId, answerId: MessageId): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      update turns set stop_requested = true
      where user_id = ${userId} and answer_id = ${answerId} and status = 'streaming' returning answer_id
    )
    select pg_notify('turn_stop', answer_id::text) from asked`.execute(db);
  return rows.length > 0;
}

/** Turns whose process has gone silent. */
export async function listSilentTurns(db: Db, before: Date): Promise<(TurnKey & { answerId: MessageId })[]> {
  return db
    .selectFrom('turns')
    .select(['id', 'user_id as userId', 'answer_id as answerId'])
    .where('status', '=', sql.lit('streaming'))
    .where('heartbeat_at', '<', before)
    .limit(100)
    .execute();
}
