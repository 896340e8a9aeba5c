import { sql, type RawBuilder } from 'kysely';
import { BRAIN_EVENTS } from '#contract/automations/triggers.ts';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import { isTitlePrivate, saidUntil } from '../chat/quoting.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import type { ConversationsTable, MessageId, UserId } from '../../types.gen.ts';

// Events are noted by the statements that cause them, and only where an automation of the same person listens: for everyone else,
// a send does no more than look into an index without a row.

/** Part of a statement: automations that listen to chats hear of the owner's turn `settled`, once for all answers to its question, if its `status` is complete. */
export const announceToAutomations = (
  owner: RawBuilder<unknown>,
  status: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> => sql`
    heard as (
      ${enqueueJobs({
        queue: 'automation-event',
        key: sql`'answer ' || question_id`,
        payload: {
          userId: sql`owner_id`,
          event: sql.lit('answer'),
          questionId: sql`question_id`,
          answerId: sql`answer_id`,
        },
        dueAt: now,
        from: sql`settled
          where ${status} = 'complete' and exists (
            select from automations a
            where a.user_id = ${owner} and a.listens_to is not null and a.listens_to not in ${literals(BRAIN_EVENTS)})`,
      })}
    )`;

/** Part of a statement: automations that listen to facts hear of those in `added` that are among `ids`. `chain` are the automations that led to them. */
export const announceFacts = (
  owner: RawBuilder<UserId>,
  { ids, chain, now }: { ids: readonly string[]; chain: readonly string[]; now: Date },
): RawBuilder<unknown> => sql`
    heard as (
      ${enqueueJobs({
        queue: 'automation-event',
        key: sql`'fact ' || id`,
        payload: {
          userId: owner,
          event: sql.lit('fact'),
          factId: sql`id`,
          chain: sql`to_jsonb(${[...chain]}::text[])`,
        },
        dueAt: sql`${now}::timestamptz`,
        from: sql`added
          where id = any (${[...ids]}::uuid[]) and exists (
            select from automations a where a.user_id = ${owner} and a.listens_to = 'fact')`,
      })}
    )`;

/** Automations that listen to documents and pages hear of one that was read for the first time. */
export async function announceSource(
  trx: Db,
  { userId, sourceId, now }: { userId: UserId; sourceId: string; now: Date },
): Promise<void> {
  await sql`
    ${enqueueJobs({
      queue: 'automation-event',
      key: sql`${`source ${sourceId}`}::text`,
      payload: { userId: sql`${userId}::uuid`, event: sql.lit('source'), sourceId: sql`${sourceId}::uuid` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`(select exists (
        select from automations a where a.user_id = ${userId} and a.listens_to = 'source') as is) listening where listening.is`,
    })}`.execute(trx);
}

/** The automations of a person that listen to one of these and are on. */
export async function listListening(db: Db, userId: UserId, events: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('automations')
    .select('id')
    .where('user_id', '=', userId)
    .where('listens_to', 'in', [...events])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export type AnswerEvent = {
  conversationId: string;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  isTitlePrivate: boolean;
  question: string;
  answer: string;
  /** The answer, and what was said before it. */
  said: string;
  /** Whether nothing was said before. */
  isFirst: boolean;
};

/** An answer with its question; undefined if either is private, or their conversation is private or was deleted. */
export async function findAnswerEvent(
  db: Db,
  { userId, questionId, answerId }: { userId: UserId; questionId: MessageId; answerId: MessageId },
): Promise<AnswerEvent | undefined> {
  return db
    .selectFrom('messages as q')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.user_id', '=', 'q.user_id').onRef('m.conversation_id', '=', 'q.conversation_id'),
    )
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.user_id', '=', 'q.user_id').onRef('c.id', '=', 'q.conversation_id'),
    )
    .select([
      'c.id as conversationId',
      'c.assistant_type as assistantId',
      'c.title',
      'q.content as question',
      'm.content as answer',
      saidUntil(userId, 'm').as('said'),
      isTitlePrivate(userId, 'c').as('isTitlePrivate'),
      sql<boolean>`not exists (
        select from messages e where e.user_id = ${userId} and e.conversation_id = c.id and e.created_at < q.created_at)`.as(
        'isFirst',
      ),
    ])
    .where('q.user_id', '=', userId)
    .where('m.user_id', '=', userId)
    .where('c.user_id', '=', userId)
    .where('q.id', '=', questionId)
    .where('m.id', '=', answerId)
    .where('c.deleted_at', 'is', null)
    .where('c.is_private', '=', false)
    .where('q.is_private', '=', false)
    .where('m.is_private', '=', false)
    .executeTakeFirst();
}

/** Nothing that belongs to a private conversation starts anything. */
const isNotPrivate = (userId: UserId, conversationId: string) => sql<boolean>`not exists (
  select from conversations c where c.user_id = ${userId} and c.id = ${sql.ref(conversationId)} and c.is_private)`;

/** A fact that still counts. */
export async function findFactEvent(
  db: Db,
  userId: UserId,
  factId: string,
): Promise<{ statement: string; subject: string; isShareable: boolean } | undefined> {
  return db
    .selectFrom('facts')
    .select(['statement', 'subject', 'is_shareable as isShareable'])
    .where('user_id', '=', userId)
    .where('id', '=', factId)
    .where('state', 'in', LIVE_FACT_STATES)
    .where(isNotPrivate(userId, 'facts.conversation_id'))
    .executeTakeFirst();
}

/** A document or page with the beginning of what it says. */
export async function findSourceEvent(
  db: Db,
  { userId, sourceId, characters }: { userId: UserId; sourceId: string; characters: number },
): Promise<{ name: string; text: string } | undefined> {
  return db
    .selectFrom('sources as s')
    .select([
      's.name',
      sql<string>`left(coalesce((
        select string_agg(first.text, e'\\n\\n' order by first.position)
        from (
          select p.text, p.position from passages p
          where p.user_id = ${userId} and p.source_id = s.id order by p.position limit 20
        ) first), ''), ${characters}::int)`.as('text'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.id', '=', sourceId)
    .where('s.deleted_at', 'is', null)
    .where('s.read_at', 'is not', null)
    .where('s.state', '<>', 'failed')
    .where('s.scope', '=', 'team')
    .where(isNotPrivate(userId, 's.conversation_id'))
    .executeTakeFirst();
}
