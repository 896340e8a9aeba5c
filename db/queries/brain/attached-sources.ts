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
  /** Whether it came with this question rather than an earlier one. */
  isNew: boolean;
  /** How many passages it has, and how many of them its summary covers, counted from the first. */
  parts: number;
  summarized: number;
  summary: string;
  /** Total size of this file and the sources used before it: if it exceeds the plan's storage, the file isn't used. */
  storageUpTo: number;
};

/** Files that come with a question are included in full as long as they total at most this many tokens. */
const ATTACHED_TOKENS_MAX = 40_000;
/** Maximum number of their passages, because each is a separate row in the prompt. */
const ATTACHED_PASSAGES_MAX = 600;
/** At most this many passages of the files that came with earlier questions. */
const EARLIER_PASSAGES_MAX = 8;
/** A prompt lists at most this many of a conversation's files, newest first. */
const FILES_MAX = 10;

/** Whether a source may be used in this conversation; null means a new one. `s` is the alias of `sources`. */
const belongsTo = (conversationId: RawBuilder<unknown>) =>
  sql<boolean>`(s.scope = 'team'
    or s.scope = 'chat' and (s.conversation_id is null or s.conversation_id = ${conversationId}))`;

/**
 * Part of a statement: the given sources that this person has and may use in this conversation, in the order
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
 * A CTE after `unit` and `owned`: binds chat-only files to this chat. Files that were added in private
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
 * CTEs after `storage`. `chat_files` has the conversation's files that have been read: those that came with one of its
 * questions. `attached` has their passages,
 * numbered by `place` from 1. Files that came with the question contribute all of their passages if those fit a prompt,
 * otherwise the best matches; other files contribute only passages that match the question. The files take
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
  /** SHA-256 of its bytes; null for a file that was added before we stored it. */
  contentDigest: string | null;
  summary: string;
  /** How many passages the summary covers, counted from the first. */
  summarized: number;
  /** The length of all passages' text, in characters. */
  characters: number;
  parts: { headings: string[]; text: string }[];
};

/** Schedules summaries for those of these team files that have none, now that a chat uses them. */
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

/** A chat's file, and up to `limit` of the next passages to summarize; undefined if there is no such file. */
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
