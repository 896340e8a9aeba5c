import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { MessageId, UserId } from '../../types.gen.ts';
import { enqueueJobs } from './scheduled-jobs.ts';
import { resumeSources } from '../brain/source-facts.ts';

/*
 * Messages that wait until there is room for their facts, and messages and passages that the model couldn't read: these
 * are read again only if their owner wants that.
 */

/** Messages that are read after one change. */
const RESUMED_AT_ONCE = 200;

/** There is no room for what a message says: it is read again once there is. */
export async function postponeLearning(db: Db, userId: UserId, questionId: MessageId): Promise<void> {
  await db
    .updateTable('turns')
    .set({ learning: 'waiting' })
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('learning', '=', 'due')
    .execute();
}

/** Part of a statement: schedules reading the oldest messages whose state is `learning`. */
const readAgain = (userId: UserId, learning: 'waiting' | 'unread', now: Date): RawBuilder<unknown> => sql`
    with resumed as (
      update turns set learning = 'due' where user_id = ${userId} and id in (
        select id from turns where user_id = ${userId} and learning = ${sql.lit(learning)}
        order by created_at limit ${RESUMED_AT_ONCE})
      returning question_id
    )
    ${enqueueJobs({
      queue: 'learning',
      key: sql`question_id::text`,
      payload: { userId: sql`${userId}::uuid`, questionId: sql`question_id` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`resumed`,
    })}`;

/** Schedules reading the oldest messages that waited for room. */
export async function resumeMessages(db: Db, userId: UserId, now: Date): Promise<void> {
  await readAgain(userId, 'waiting', now).execute(db);
}

/** Has everything read again that couldn't be. */
export async function rereadUnread(trx: Db, userId: UserId, now: Date): Promise<void> {
  await readAgain(userId, 'unread', now).execute(trx);
  await trx
    .updateTable('passages')
    .set({ learning: 'due' })
    .where('user_id', '=', userId)
    .where('learning', '=', 'unread')
    .execute();
  await resumeSources(trx, userId, now);
}

/** The owner doesn't want what couldn't be read to be read again. */
export async function dismissUnread(trx: Db, userId: UserId): Promise<void> {
  await trx
    .updateTable('turns')
    .set({ learning: 'none' })
    .where('user_id', '=', userId)
    .where('learning', '=', 'unread')
    .execute();
  await trx
    .updateTable('passages')
    .set({ learning: 'skipped' })
    .where('user_id', '=', userId)
    .where('learning', '=', 'unread')
    .execute();
}
