import { sql, type RawBuilder } from 'kysely';
import type { MessagesTable, UserId } from '../../types.gen.ts';

/** A message of a conversation, as a model is told what was said. */
export type Said = { role: MessagesTable['role']; content: string; isPrivate: boolean };

/** Twice what the model gets: some may be empty. */
const READ_MESSAGES = 20;

/**
 * Part of a statement: the last visible messages of a conversation, oldest first, up to the one about to
 * be written.
 */
export function historyOf(userId: UserId, conversationId: RawBuilder<unknown>, isBefore: RawBuilder<boolean>) {
  return sql<Said[]>`(
    select coalesce(json_agg(json_build_object('role', h.role, 'content', h.content, 'isPrivate', h.is_private) order by h.created_at), '[]')
    from (
      select m.role, m.content, m.is_private, m.created_at from messages m
      where m.user_id = ${userId} and m.conversation_id = ${conversationId} and not m.is_replaced and ${isBefore}
      order by m.created_at desc limit ${sql.lit(READ_MESSAGES)}
    ) h)`;
}
