import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { MessageId, UserId } from '../../types.gen.ts';
import type { TurnMemory } from './turn-memory.ts';
import type { TurnKey } from './turns.ts';
import { leftBehind } from './versions.ts';

/** Part of a statement: whether the turn in the row `other` forgot facts, or asked whether to, and wasn't undone. */
const hasForgotten = sql<boolean>`(other.memory -> 'everything' is not null or jsonb_path_exists(other.memory,
  '$.actions[*] ? (@.kind == "forgotten" || @.kind == "everything" && @.step != "kept")'))`;

/** The replaced turns of a question that forgot facts, or asked whether to, and haven't been undone. */
export async function listForgetfulTurns(db: Db, userId: UserId, questionId: MessageId): Promise<TurnKey['id'][]> {
  const { rows } = await sql<{ id: TurnKey['id'] }>`
    with recursive ${leftBehind(userId, questionId)}
    select other.id
    from left_behind
      join messages said on said.user_id = ${userId} and said.id = ${questionId}
      join turns other on other.user_id = ${userId} and other.question_id = left_behind.question_id
      join messages on messages.user_id = ${userId} and messages.id = other.question_id and messages.is_replaced
        and messages.created_at < said.created_at
    where ${hasForgotten}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The newest `limit` of these turns that still have something to undo. `editedAt` is when the owner asked the question
 * that replaced them. Locks the turns; facts must be locked before.
 */
export async function listReplacedMemories(
  trx: Db,
  userId: UserId,
  { questionId, turnIds, limit }: { questionId: MessageId; turnIds: readonly TurnKey['id'][]; limit: number },
): Promise<{ id: TurnKey['id']; memory: TurnMemory; editedAt: Date }[]> {
  const { rows } = await sql<{ id: TurnKey['id']; memory: TurnMemory; editedAt: Date }>`
    select other.id, other.memory, said.created_at as "editedAt"
    from turns other
      join messages said on said.user_id = ${userId} and said.id = ${questionId}
      join messages on messages.user_id = ${userId} and messages.id = other.question_id
    where other.user_id = ${userId} and other.id = any(${[...turnIds]}::uuid[]) and ${hasForgotten}
    order by messages.created_at desc limit ${limit}
    for update of other`.execute(trx);
  return rows;
}
