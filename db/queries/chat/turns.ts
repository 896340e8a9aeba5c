import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '#contract/chat/search-words.ts';
import { messageIdSchema, turnIdSchema } from '#contract/ids.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import { announceToAutomations } from '../automations/automation-events.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import { announceAnswer } from '../notices/added-notices.ts';
import { storedWords } from './search-words.ts';
import { scheduleSummary } from './summaries.ts';
import { leaseFromNow } from './turn-lease.ts';
import type { ConversationId, MessageId, TurnId, TurnsTable, UserId } from '../../types.gen.ts';

/** One attempt at an answer. Another attempt has another id, so that a write that names this one does nothing from then on. */
export type TurnKey = { userId: UserId; id: TurnId };
type Settled = Exclude<TurnsTable['status'], 'streaming'>;

const turnByAnswer = compileOnce<
  { userId: UserId; answerId: MessageId },
  { attempt: number; status: TurnsTable['status']; failure: TurnsTable['failure']; content: string }
>((db, param) =>
  db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.onRef('messages.user_id', '=', 'turns.user_id').onRef('messages.id', '=', 'turns.answer_id'),
    )
    .select(['turns.attempt', 'turns.status', 'turns.failure', 'messages.content'])
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
  { userIds: string[]; ids: string[]; contents: string[] },
  { answerId: MessageId; stopRequested: boolean; isSaved: boolean }
>((db, param) =>
  sql<{ answerId: MessageId; stopRequested: boolean; isSaved: boolean }>`
    with given as (
      select * from unnest(${param('userIds')}::uuid[], ${param('ids')}::uuid[], ${param('contents')}::text[]) as g (user_id, id, content)
    ),
    running as (
      select given.user_id, given.id, turns.answer_id, turns.stop_requested, given.content
      from given cross join lateral (
        select answer_id, stop_requested from turns
        where turns.user_id = given.user_id and turns.id = given.id and turns.status = 'streaming'
        limit 1
      ) turns
    ),
    free as (
      select running.user_id, running.id, running.answer_id, running.content
      from running cross join lateral (
        select from turns join messages on messages.user_id = turns.user_id and messages.id = turns.answer_id
        where turns.user_id = running.user_id and turns.id = running.id and turns.status = 'streaming'
        limit 1
        for no key update skip locked
      ) as locked
    ),
    renewed as (
      update turns set lease_expires_at = ${leaseFromNow} from free
      where turns.user_id = free.user_id and turns.id = free.id
      returning turns.user_id, turns.id
    ),
    saved as (
      update messages set content = free.content from free
      where messages.user_id = free.user_id and messages.id = free.answer_id and messages.content <> free.content
      returning messages.id
    ),
    notified as (select pg_notify('turns_saved', string_agg(id::text, ' ')) from saved having count(*) > 0)
    select running.answer_id as "answerId", running.stop_requested as "stopRequested", renewed.id is not null as "isSaved"
    from running left join renewed using (user_id, id) left join notified on true`.compile(db),
);

/**
 * Saves the progress of many answers and renews their leases, in one statement: at most 200 at a time, so that the signal has room for
 * their ids. Returns the turns that are still running, whether a stop was requested, and whether they were saved. Locked rows are
 * skipped, so that the other answers don't wait for them. Turns missing from the result were ended by another process.
 */
export function saveTurns(db: Db, turns: (TurnKey & { content: string })[]) {
  return save(db, {
    userIds: turns.map((turn) => turn.userId),
    ids: turns.map((turn) => turn.id),
    contents: turns.map((turn) => turn.content),
  });
}

type Settlement = TurnKey & {
  /**
   * The lease that another process found expired, to the millisecond, like every Date: renewed since, the turn is left alone. `null` for
   * the process that holds it.
   */
  expired: Date | null;
  status: Settled;
  failure: TurnsTable['failure'];
  /** `null` keeps what was saved. */
  content: string | null;
  givesBack: boolean;
  /** `null` keeps what was reserved. */
  spentMicroUsd: number | null;
  now: Date;
};

const settle = compileOnce<Settlement & { words: string[] }, { answerId: MessageId }>((db, param) => {
  const isMine = sql`user_id = ${param('userId')}`;
  const owner = sql`${param('userId')}::uuid`;
  const status = sql`${param('status')}::text`;
  const now = sql<Date>`${param('now')}::timestamptz`;
  const spent = sql`${param('spentMicroUsd')}::bigint`;
  return sql<{ answerId: MessageId }>`
    with settled as (
      update turns set status = ${status}, failure = ${param('failure')}::text, settled_at = ${now},
        is_unread = ${status} <> 'stopped'
      where ${isMine} and id = ${param('id')} and status = 'streaming'
        and (${param('expired')}::timestamptz is null or date_trunc('milliseconds', lease_expires_at) = ${param('expired')}::timestamptz)
      returning user_id as owner_id, id, conversation_id, question_id, answer_id, is_unread, spending_day, reserved_micro_usd, learning
    ),
    ${announceAnswer(param('now'), owner)},
    ${scheduleLearning(param('now'))},
    ${scheduleSummary(now)},
    ${announceToAutomations(owner, status, now)},
    saved as (
      update messages set content = coalesce(${param('content')}::text, content),
        words = ${storedWords(sql`messages.user_id`, sql`${param('words')}::text[]`)}
      from settled
      where ${isMine} and messages.id = settled.answer_id
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

/** Part of a statement: schedules reading the owner's message, once for all its answers. */
const scheduleLearning = (now: RawBuilder<Date> | Date) => sql`
    scheduled as (
      ${enqueueJobs({
        queue: 'learning',
        key: sql`question_id::text`,
        payload: { userId: sql`owner_id`, questionId: sql`question_id` },
        dueAt: sql`${now}::timestamptz`,
        from: sql`settled where learning = 'due'`,
      })}
    )`;

async function findSavedText(db: Db, { userId, id }: TurnKey): Promise<string> {
  const row = await db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.onRef('messages.user_id', '=', 'turns.user_id').onRef('messages.id', '=', 'turns.answer_id'),
    )
    .select('messages.content')
    .where('turns.user_id', '=', userId)
    .where('turns.id', '=', id)
    .executeTakeFirst();
  return row?.content ?? '';
}

/** Ends a turn once, with its text and its unit, all or nothing. Returns false if the caller doesn't hold its lease, or no longer. */
export async function settleTurn(db: Db, settlement: Settlement): Promise<boolean> {
  // The text can't change while the turn still has the expired lease.
  const content = settlement.content ?? (await findSavedText(db, settlement));
  return (await settle(db, { ...settlement, words: wordsOf(content) })).length > 0;
}

/** An attempt at an answer. Attempts' ids are made by clients, so only answers' ids are unique across people. */
type StoppedTurn = { id: TurnId; answerId: MessageId };

/** What `requestStop` signals to every process; null if it is something else. */
export function readStopSignal(signal: string): StoppedTurn | null {
  const [id, answerId] = signal.split(' ');
  const [turn, answer] = [turnIdSchema.safeParse(id), messageIdSchema.safeParse(answerId)];
  return turn.success && answer.success ? { id: turn.data, answerId: answer.data } : null;
}

/** Requests a stop of one answer, or of all in a conversation, in whichever process they run. Returns the turns that were running. */
export async function requestStop(
  db: Db,
  userId: UserId,
  which: { answerId: MessageId } | { conversationId: ConversationId },
): Promise<StoppedTurn[]> {
  const isMeant =
    'answerId' in which ? sql`answer_id = ${which.answerId}` : sql`conversation_id = ${which.conversationId}`;
  const { rows } = await sql<StoppedTurn>`
    with asked as (
      update turns set stop_requested = true
      where user_id = ${userId} and ${isMeant} and status = 'streaming' returning id, answer_id
    )
    select id, answer_id as "answerId", pg_notify('turn_stop', concat_ws(' ', id, answer_id)) from asked`.execute(db);
  return rows;
}

/** The ids of the facts, passages and messages of other conversations that an assistant is given. */
export type Offered = { offeredFacts: string[]; offeredPassages: string[]; offeredMessages: string[] };

/** Records what the assistant is given, once that is known later than the turn was opened. */
export async function offer(db: Db, { userId, id }: TurnKey, offered: Offered): Promise<void> {
  await db
    .updateTable('turns')
    .set({
      offered_facts: offered.offeredFacts,
      offered_passages: offered.offeredPassages,
      offered_messages: offered.offeredMessages,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'streaming')
    .execute();
}
