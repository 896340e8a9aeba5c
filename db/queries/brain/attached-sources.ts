import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import type { SourceId } from './sources.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import { sharesWord } from './text-words.ts';

/** A file that came with a question. */
export type AttachedSource = { id: string; name: string };

/** A file of a conversation, as an assistant is told about it. */
export type OfferedFile = AttachedSource & {
  /** Whether it came with this question, and not with an earlier one. */
  isNew: boolean;
  /** How many passages it has, and how many of them, from the first on, its summary covers. */
  parts: number;
  summarized: number;
  summary: string;
  /** What it and the sources used before it take: it isn't used if that is more than the plan's storage. */
  storageUpTo: number;
};

/** Files that come with a question are given whole as long as they have at most this many tokens together. */
const ATTACHED_TOKENS_MAX = 40_000;
/** At most this many passages of them, because each is a row of its own in a prompt. */
const ATTACHED_PASSAGES_MAX = 600;
/** At most this many passages of the files that came with earlier questions. */
const EARLIER_PASSAGES_MAX = 8;
/** A prompt lists at most this many of a conversation's files, newest first. */
const FILES_MAX = 10;

/** Whether a source may be used in this conversation; null is a new one. `s` is the alias of `sources`. */
const belongsTo = (conversationId: RawBuilder<unknown>) =>
  sql<boolean>`(s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = ${conversationId}))`;

/**
 * Part of a statement: those of these sources that this person has and may use in this conversation, in the order
 * given.
 */
export function attachedSources(
  userId: RawBuilder<UserId> | UserId,
  ids: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
): RawBuilder<AttachedSource[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(${ids}, s.id)), '[]')
    from sources s where s.user_id = ${userId} and s.id = any (${ids}) and s.deleted_at is null
      and ${belongsTo(conversationId)})`;
}

/**
 * A CTE after `unit` and `owned`: files that only this chat is to have belong to it from now on. Added in private, they
 * can't leave it.
 */
export const bindFiles = (userId: UserId, conversationId: string, ids: readonly string[]): RawBuilder<unknown> => sql`
      bound as (
        update sources set conversation_id = ${conversationId}::uuid,
          is_private = sources.is_private or owned.is_private
        from unit, owned
        where sources.user_id = ${userId} and sources.id = any (${ids}::uuid[]) and sources.scope = 'chat'
          and (sources.conversation_id is null or sources.conversation_id = ${conversationId}::uuid)
      )`;

type About = {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  /** What the owner said before it. */
  saidBefore: RawBuilder<unknown>;
  conversationId: RawBuilder<unknown>;
  /** The files that came with the question. */
  ids: RawBuilder<unknown>;
};

/**
 * CTEs after `storage`. `chat_files` has the files of the conversation that were read: those that came with one of its
 * questions. `attached` has passages of them,
 * with their `place` counted from 1: those of files that came with the question, all of them if they fit a prompt and
 * otherwise the ones that fit the question best; and of the other files those that fit the question. The files take
 * turns, so that each has its best passages among the first.
 */
export function attachedPassages({ userId, question, saidBefore, conversationId, ids }: About): RawBuilder<unknown> {
  const line = sql`concat_ws(' ', f.name, array_to_string(p.headings, ' '), p.text)`;
  // Each part names its file and headings. Letters beyond ASCII take more tokens.
  const tokens = sql`(length(${line}) + (octet_length(${line}) - length(${line})) * 3 / 2) / 4 + 30`;
  return sql`
    chat_files as materialized (
      select s.id, s.name, s.summary, s.summarized, s.id = any (${ids}) as is_new, storage.storage_up_to, s.added_at,
        (select count(*)::int from passages p where p.user_id = ${userId} and p.source_id = s.id) as parts
      from sources s join storage on storage.id = s.id
      where s.user_id = ${userId} and s.read_at is not null and ${belongsTo(conversationId)}
        and (s.id = any (${ids}) or s.id in (
          select unnest(m.source_ids) from messages m
          where m.user_id = ${userId} and m.conversation_id = ${conversationId} and m.source_ids <> '{}'))
      order by is_new desc, s.added_at desc, s.id limit ${sql.lit(FILES_MAX)}
    ),
    attached as materialized (
      select id, is_new, place from (
        select id, is_new, row_number() over (partition by is_new order by turn, rank desc, position)::int as place,
          sum(tokens) over (partition by is_new order by turn, rank desc, position) as tokens_up_to
        from (
          select *, row_number() over (partition by source_id order by rank desc, position) as turn from (
            select p.id, p.source_id, p.position, f.is_new, f.summarized, ${tokens} as tokens,
              coalesce(ts_rank(p.words, asked.query), 0) + 0.2 * coalesce(ts_rank(p.words, before.query), 0) as rank
            from chat_files f join passages p on p.user_id = ${userId} and p.source_id = f.id,
              (select ${sharesWord(userId, question)} as query) asked,
              (select ${sharesWord(userId, saidBefore)} as query) before
          ) scored where is_new or rank > 0 or summarized = 0
        ) ranked
      ) placed
      where is_new and place <= ${sql.lit(ATTACHED_PASSAGES_MAX)} and tokens_up_to <= ${sql.lit(ATTACHED_TOKENS_MAX)}
        or not is_new and place <= ${sql.lit(EARLIER_PASSAGES_MAX)}
    )`;
}

/** The files of `chat_files` as JSON, oldest first. */
export const FILES_JSON = sql`(
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isNew', is_new, 'parts', parts, 'summarized', summarized,
    'summary', summary, 'storageUpTo', storage_up_to) order by added_at, id), '[]') from chat_files)`;

/** A file with the passages that its summary doesn't cover yet. */
export type FileToSummarize = {
  name: string;
  /** SHA-256 of its bytes; null for a file from before there was one. */
  contentDigest: string | null;
  summary: string;
  /** How many passages the summary covers, from the first on. */
  summarized: number;
  /** The text of all passages, in characters. */
  characters: number;
  parts: { headings: string[]; text: string }[];
};

/** Has these files of the team summarized that have no summary: a chat has them from now on. */
export async function requestSummaries(db: Db, userId: UserId, ids: readonly SourceId[], now: Date): Promise<void> {
  await sql`
    ${enqueueJobs({
      queue: 'summary',
      key: sql`s.id::text`,
      payload: { userId: sql`${userId}::uuid`, sourceId: sql`s.id` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`sources s where s.user_id = ${userId} and s.id = any (${[...ids]}::uuid[]) and s.scope = 'team'
        and s.state = 'ready' and s.summarized = 0`,
    })}`.execute(db);
}

/** A file of a chat, and up to `limit` of the passages that come next in its summary; undefined if there is none. */
export async function findFileToSummarize(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  limit: number,
): Promise<FileToSummarize | undefined> {
  return db
    .selectFrom('sources as s')
    .select([
      's.name',
      's.content_digest as contentDigest',
      's.summary',
      's.summarized',
      sql<number>`(select coalesce(sum(length(p.text)), 0)::int from passages p
        where p.user_id = ${userId} and p.source_id = s.id)`.as('characters'),
      sql<FileToSummarize['parts']>`(
        select coalesce(json_agg(json_build_object('headings', headings, 'text', text) order by position), '[]') from (
          select p.headings, p.text, p.position from passages p
          where p.user_id = ${userId} and p.source_id = s.id and p.position >= s.summarized
          order by p.position limit ${limit}) next)`.as('parts'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.id', '=', sourceId)
    .where('s.state', '=', 'ready')
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Saves a summary that covers `covered` more passages, unless another was saved or the file was replaced meanwhile. */
export async function saveFileSummary(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  {
    summary,
    summarized,
    contentDigest,
    covered,
  }: Omit<FileToSummarize, 'name' | 'characters' | 'parts'> & { covered: number },
): Promise<void> {
  await db
    .updateTable('sources')
    .set({ summary, summarized: summarized + covered })
    .where('user_id', '=', userId)
    .where('id', '=', sourceId)
    .where('summarized', '=', summarized)
    .where('content_digest', 'is not distinct from', contentDigest)
    .execute();
}
