import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { MessageId, UserId } from '../../types.gen.ts';
import { enqueueJobs } from './scheduled-jobs.ts';
import { resumeSources } from '../brain/source-facts.ts';

/*
 * Messages that wait until there is room for their facts, and messages and passages that the model couldn't read: these
 * are read again only if their owner wants that.
 */

/** Maximum number of messages scheduled at once. */
const RESUMED_AT_ONCE = 200;

/** Postpones a message because there is no room for its facts: it is read again once there is. */
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

/** Reschedules the oldest messages that were waiting for room. */
export async function resumeMessages(db: Db, userId: UserId, now: Date): Promise<void> {
  await readAgain(userId, 'waiting', now).execute(db);
}

/** Reschedules messages and passages that couldn't be read. */
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

/** The owner chose not to retry what couldn't be read. */
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
