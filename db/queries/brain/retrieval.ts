import { sql, type RawBuilder } from 'kysely';
import { GONE_FACT_STATES } from '#contract/brain/brain.ts';
import { literals } from '../../literals.ts';
import type {
  ConversationsTable,
  MessageId,
  MessagesTable,
  PassagesTable,
  SourcesTable,
  UserId,
} from '../../types.gen.ts';
import { attachedPassages, FILES_JSON, type OfferedFile } from './attached-sources.ts';
import { askedWords } from './retrieval/asked-words.ts';
import { excerptsFor } from './retrieval/excerpts.ts';
import { lookUp } from './lookup.ts';
import { factsFor, factsListed, LISTED, SCORE_SHARE, type OfferedFact } from './retrieval/known-facts.ts';
import { rankPassages } from './retrieval/passage-scores.ts';
import { storageUpTo } from './sources.ts';
import { contradictsOwner, conflictsOfOwner } from './suggestions.ts';

/** A passage that an assistant is given. `readAt` is an ISO 8601 text, as JSON delivers it. */
export type OfferedPassage = {
  id: PassagesTable['id'];
  number: number;
  text: string;
  /**
   * Quotes in it of what its owner has forgotten or decided against, or of what differs from the owner's word. They
   * must not reach an assistant.
   */
  rejected: string[];
  headings: string[];
  page: number | null;
  sheet: string | null;
  row: number | null;
  sourceName: string;
  kind: SourcesTable['kind'];
  url: string | null;
  readAt: string | null;
  sourceId: SourcesTable['id'];
  /** Its index in its source, from 0. */
  position: number;
  /** Whether its file came with this question or an earlier one in the conversation; null if search found it. */
  attached: 'question' | 'conversation' | null;
  /** How well its words match the question; 0 if it was included for another reason. */
  score: number;
  /** What its source and those used before it take: it isn't used if that is more than the plan's storage. */
  storageUpTo: number;
};

/** What was said in another conversation. `saidAt` is an ISO 8601 text. */
export type OfferedExcerpt = {
  id: MessageId;
  role: MessagesTable['role'];
  assistantId: ConversationsTable['assistant_type'];
  /** The whole message, and the words of the question that it was looked up by. */
  content: string;
  words: string[];
  /** The message, and what its owner had said before it. */
  said: string;
  saidAt: string;
};

/**
 * What an assistant may be given for a question, the best first. `facts` are the owner's own; `suggestions` aren't
 * confirmed.
 */
export type Known = {
  /** Whether `facts` has all of the owner's own facts, because they fit in a prompt. */
  hasAllFacts: boolean;
  facts: OfferedFact[];
  suggestions: OfferedFact[];
  passages: OfferedPassage[];
  /** The files of the conversation. */
  files: OfferedFile[];
  excerpts: OfferedExcerpt[];
};

/** More than an assistant is given, because some may be of sources over the plan's storage. */
export const PASSAGES_MAX = 16;

type About = {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  /** The last messages before the question, as rows of `role` and `content`. */
  saidBefore: RawBuilder<unknown>;
  /** A day as YYYY-MM-DD. */
  today: RawBuilder<string>;
  now: RawBuilder<Date>;
  /** The conversation that is asked in; null if it's a new one. */
  conversationId: RawBuilder<unknown>;
  /** The files that came with the question. */
  sourceIds: RawBuilder<unknown>;
};

/** A CTE: the sources that haven't been removed. */
export const storageOf = (userId: RawBuilder<UserId>): RawBuilder<unknown> => sql`
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join ${storageUpTo(userId)} up_to on up_to.id = s.id
      where s.user_id = ${userId}
    )`;

/** `best` has each passage's id, score, and `attached` (whether its file came with this or an earlier question). */
export const passagesJson = (userId: RawBuilder<UserId>, best: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'attached', p.attached, 'score', p.score,
    'sourceId', p.source_id, 'position', p.position,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = ${userId} and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ${literals(GONE_FACT_STATES)}
            or best.attached is null and ${contradictsOwner('f')})), '[]') as rejected
    from ${best} best
      cross join lateral (select * from passages where passages.user_id = ${userId} and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p)`;

const BEST_PASSAGES = sql`(
      select id, 1e6 - place as score, case when is_new then 'question' else 'conversation' end as attached from attached
      union all
      select id, score, null from (
        select *, max(score) over () as best from passages_ranked order by score desc, id limit ${sql.lit(PASSAGES_MAX)}
      ) fitting where score >= best * ${sql.lit(SCORE_SHARE)} and id not in (select id from attached)
    )`;

/** How many earlier messages help interpret a question: two questions and their answers. */
const LAST_MESSAGES = 4;

/** The last messages of a conversation, for `saidBefore`. `isBefore` is a condition on the alias `m`. */
export const lastMessages = (
  userId: RawBuilder<unknown> | UserId,
  conversationId: RawBuilder<unknown>,
  isBefore: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`
    select m.role, m.content from messages m
    where m.user_id = ${userId} and m.conversation_id = ${conversationId} and not m.is_replaced and ${isBefore}
    order by m.created_at desc limit ${sql.lit(LAST_MESSAGES)}`;

/** The owner's last questions, because “Make it shorter” doesn't say what it refers to. */
const OWNER_SAID_BEFORE = sql`(select string_agg(content, ' ') from said_before where role = 'user')`;

/**
 * Part of a statement: what an assistant may be given for a question, as JSON. Excludes other people's data, private
 * and deleted conversations, files of other conversations, removed sources, sources that are still being read
 * for the first time, and forgotten or expired facts.
 */
export function knownFor(about: About): RawBuilder<Known> {
  const { userId, question, saidBefore, conversationId, sourceIds } = about;
  const excerpts = excerptsFor(about);
  return sql<Known>`(
    with said_before as materialized (${saidBefore}),
    ${askedWords(userId, question, OWNER_SAID_BEFORE)},
    ${lookUp(userId, 'facts')},
    ${lookUp(userId, 'passages')},
    ${rankPassages(userId)},
    ${storageOf(userId)},
    ${conflictsOfOwner(userId)},
    ${attachedPassages({ userId, question, saidBefore: OWNER_SAID_BEFORE, conversationId, ids: sourceIds })},
    ${factsFor(about)},
    ${factsListed(userId)},
    ${excerpts.ctes}
    select json_build_object('hasAllFacts', (select has_all_own from room), ${LISTED}, 'passages', ${passagesJson(userId, BEST_PASSAGES)}, 'files', ${FILES_JSON}, 'excerpts', ${excerpts.json}))`;
}
