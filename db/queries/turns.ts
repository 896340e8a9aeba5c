import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { ConversationId, MessageId, TurnId, TurnsTable, UserId } from '../types.gen.ts';

export type TurnKey = { userId: UserId; id: TurnId };

export async function addTurn(
  db: Db,
  turn: TurnKey & {
    conversationId: ConversationId;
    questionId: MessageId;
    answerId: MessageId;
    month: string;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('turns')
    .values({
      id: turn.id,
      user_id: turn.userId,
      conversation_id: turn.conversationId,
      question_id: turn.questionId,
      answer_id: turn.answerId,
      month_year: turn.month,
      status: 'streaming',
      heartbeat_at: turn.now,
      created_at: turn.now,
    })
    .execute();
}

export async function findTurn(db: Db, { userId, id }: TurnKey) {
  return db
    .selectFrom('turns')
    .select([
      'id',
      'conversation_id as conversationId',
      'question_id as questionId',
      'answer_id as answerId',
      'status',
      'failure',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The turn behind an answer, with the text saved so far. */
export async function findTurnByAnswer(db: Db, userId: UserId, answerId: MessageId) {
  return db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.onRef('messages.user_id', '=', 'turns.user_id').onRef('messages.id', '=', 'turns.answer_id'),
    )
    .select(['turns.id', 'turns.status', 'turns.failure', 'turns.stop_requested as stopRequested', 'messages.content'])
    .where('turns.user_id', '=', userId)
    .where('turns.answer_id', '=', answerId)
    .executeTakeFirst();
}

/** Saves what has come and says that the turn lives. Returns whether a stop was asked for; undefined when it is settled already. */
export async function saveProgress(
  db: Db,
  turn: TurnKey & { answerId: MessageId; content: string; now: Date },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ stopRequested: boolean }>`
    with alive as (
      update turns set heartbeat_at = ${turn.now} where user_id = ${turn.userId} and id = ${turn.id} and status = 'streaming' returning stop_requested, answer_id
    ), saved as (
      update messages set content = ${turn.content} from alive where messages.user_id = ${turn.userId} and messages.id = alive.answer_id
    )
    select stop_requested as "stopRequested" from alive`.execute(db);
  return rows[0]?.stopRequested;
}

/** Ends a turn once. Returns the month whose unit it holds, or undefined when somebody else ended it first. */
export async function settleTurn(
  db: Db,
  turn: TurnKey & { status: Exclude<TurnsTable['status'], 'streaming'>; failure: TurnsTable['failure']; now: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('turns')
    .set({ status: turn.status, failure: turn.failure, settled_at: turn.now })
    .where('user_id', '=', turn.userId)
    .where('id', '=', turn.id)
    .where('status', '=', 'streaming')
    .returning('month_year')
    .executeTakeFirst();
  return row?.month_year;
}

/** Asks for a stop, in whichever process the turn runs. Returns whether there was a turn to stop. */
export async function requestStop(db: Db, userId: UserId, answerId: MessageId): Promise<TurnId | undefined> {
  const row = await db
    .updateTable('turns')
    .set({ stop_requested: true })
    .where('user_id', '=', userId)
    .where('answer_id', '=', answerId)
    .where('status', '=', 'streaming')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
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
