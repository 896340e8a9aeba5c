import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';

// What to check about a message before quoting it outside of its conversation (decision 063).

/**
 * Whether a conversation, in the row `conversation`, began in private, in any version of its first question: then its
 * title repeats what was said there.
 */
export const isTitlePrivate = (userId: UserId, conversation: string) => sql<boolean>`(coalesce((
  select first.is_private from messages first
  where first.user_id = ${userId} and first.conversation_id = ${sql.ref(`${conversation}.id`)} order by first.created_at limit 1), false)
  or exists (
    select from turns begun join messages asked on asked.user_id = ${userId} and asked.id = begun.question_id
    where begun.user_id = ${userId} and begun.follows = ${sql.ref(`${conversation}.id`)} and asked.is_private))`;

/** Part of a statement: whether a conversation has a private message, which an answer in it may repeat. */
export const hasPrivateMessage = (userId: UserId, conversationId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from messages p where p.user_id = ${userId} and p.conversation_id = ${conversationId} and p.is_private)`;

/**
 * Part of a statement: whether the conversation of the row `message` had a file by then that belongs to this chat only,
 * or was removed since. An answer may repeat such a file, or its summary, which is in later prompts.
 */
export function hasOwnFiles(userId: RawBuilder<UserId>, message: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`exists (
    select from messages asked, unnest(asked.source_ids) as file
    where asked.user_id = ${userId} and asked.conversation_id = ${of('conversation_id')}
      and asked.created_at <= ${of('created_at')} and not exists (
        select from sources s
        where s.user_id = ${userId} and s.id = file and s.scope = 'team' and s.deleted_at is null))`;
}

/** How many messages before a message are read, and how many characters of each. */
const SAID_MESSAGES = 10;
const SAID_CHARACTERS = 2_000;
const OWN_CHARACTERS = 20_000;

/**
 * Part of a statement: the message in the row `message`, and what its owner had said before it in its conversation. An
 * answer may repeat a secret without naming it; only the earlier messages tell what it is.
 */
export function saidUntil(userId: RawBuilder<UserId> | UserId, message: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`(
    select coalesce(string_agg(left(said.content, said.characters), e'\\n\\n'), '') from (
      select s.content, case when s.id = ${of('id')} then ${sql.lit(OWN_CHARACTERS)} else ${sql.lit(SAID_CHARACTERS)} end as characters
      from messages s
      where s.user_id = ${userId} and s.conversation_id = ${of('conversation_id')} and s.created_at <= ${of('created_at')}
        and (s.role = 'user' or s.id = ${of('id')}) and not s.is_replaced
      order by s.created_at desc limit ${sql.lit(SAID_MESSAGES)}
    ) said)`;
}
