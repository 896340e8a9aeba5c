import { sql } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { isTitlePrivate, saidUntil } from '../chat/quoting.ts';

// Events that would have started an automation, newest first. Private messages never start an automation.

export type PastTurn = {
  at: Date;
  question: string;
  answer: string;
  title: string;
  isTitlePrivate: boolean;
  assistantId: AssistantId;
  /** The answer, and what was said before it. */
  said: string;
};

/** The last answers, or of each conversation the first one. */
export async function listPastTurns(
  db: Db,
  {
    userId,
    on,
    assistantId,
    limit,
  }: {
    userId: UserId;
    on: 'conversation' | 'answer';
    assistantId: AssistantId | null;
    limit: number;
  },
): Promise<PastTurn[]> {
  let turns = db
    .selectFrom('turns as t')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.user_id', '=', 't.user_id').onRef('c.id', '=', 't.conversation_id'),
    )
    .innerJoin('messages as q', (join) => join.onRef('q.user_id', '=', 't.user_id').onRef('q.id', '=', 't.question_id'))
    .innerJoin('messages as a', (join) => join.onRef('a.user_id', '=', 't.user_id').onRef('a.id', '=', 't.answer_id'))
    .select(['a.created_at as at', 'q.content as question', 'a.content as answer', 'c.title'])
    .select(['c.assistant_type as assistantId', isTitlePrivate(userId, 'c').as('isTitlePrivate')])
    .select(saidUntil(userId, 'a').as('said'))
    .where('t.user_id', '=', userId)
    .where('c.user_id', '=', userId)
    .where('t.status', '=', 'complete')
    .where('c.deleted_at', 'is', null)
    .where('c.is_private', '=', false)
    .where('q.is_private', '=', false)
    .where('a.is_private', '=', false)
    .where('q.is_replaced', '=', false);
  if (assistantId !== null) turns = turns.where('c.assistant_type', '=', assistantId);
  if (on === 'conversation')
    turns = turns.where(
      sql<boolean>`not exists (
        select from turns e where e.user_id = ${userId} and e.conversation_id = t.conversation_id and e.created_at < t.created_at)`,
    );
  return turns.orderBy('t.created_at', 'desc').orderBy('t.id').limit(limit).execute();
}

export type PastFact = { at: Date; statement: string; subject: string; isShareable: boolean };

export async function listPastFacts(db: Db, userId: UserId, limit: number): Promise<PastFact[]> {
  return db
    .selectFrom('facts')
    .select(['learned_at as at', 'statement', 'subject', 'is_shareable as isShareable'])
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE_FACT_STATES)
    .orderBy('learned_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

export type PastSource = { at: Date; name: string; beginning: string };

export async function listPastSources(db: Db, userId: UserId, limit: number): Promise<PastSource[]> {
  return db
    .selectFrom('sources as s')
    .select([
      's.added_at as at',
      's.name',
      sql<string>`coalesce((
        select p.text from passages p where p.user_id = ${userId} and p.source_id = s.id order by p.position limit 1), '')`.as(
        'beginning',
      ),
    ])
    .where('s.user_id', '=', userId)
    .where('s.read_at', 'is not', null)
    .where('s.state', '<>', 'failed')
    .where('s.scope', '=', 'team')
    .where('s.deleted_at', 'is', null)
    .orderBy('s.added_at', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}
