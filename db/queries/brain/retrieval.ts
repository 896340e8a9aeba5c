import { sql, type RawBuilder } from 'kysely';
import { GONE_FACT_STATES, LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import { literals } from '../../literals.ts';
import type {
  ConversationsTable,
  FactsTable,
  MessageId,
  MessagesTable,
  PassagesTable,
  SourcesTable,
  UserId,
} from '../../types.gen.ts';
import { attachedPassages } from './attached-sources.ts';
import { askedWords } from './asked-words.ts';
import { excerptsFor } from './excerpts.ts';
import type { FactId } from './facts.ts';
import { lookUp } from './lookup.ts';
import { storageUpTo } from './sources.ts';
import { contradictsOwner, conflictsOfOwner, isSuggestion } from './suggestions.ts';

/** A fact that an assistant is given. `learnedAt` is an ISO 8601 text, as JSON delivers it. */
export type OfferedFact = {
  id: FactId;
  number: number;
  statement: string;
  /** Its owner said that the team may use the secret in it. */
  isShareable: boolean;
  state: FactsTable['state'];
  source: FactsTable['source'];
  /** The document, page or automation that says so. */
  sourceName: string | null;
  /** What that and the sources used before it take; null if it's from neither. */
  storageUpTo: number | null;
  learnedAt: string;
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /** The numbers of the facts that it is in conflict with. */
  conflictsWith: number[];
};

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
  /** Its file came with the question. */
  isAttached: boolean;
  /** What its source and those used before it take: it isn't used if that is more than the plan's storage. */
  storageUpTo: number;
};

/** What was said in another conversation. `saidAt` is an ISO 8601 text. */
export type OfferedExcerpt = {
  id: MessageId;
  role: MessagesTable['role'];
  assistantId: ConversationsTable['assistant_type'];
  text: string;
  /** The whole message, and what its owner had said before it. */
  said: string;
  saidAt: string;
};

/**
 * What an assistant may be given for a question, the best first. `facts` are the owner's own; `suggestions` aren't
 * confirmed.
 */
export type Known = {
  facts: OfferedFact[];
  suggestions: OfferedFact[];
  passages: OfferedPassage[];
  excerpts: OfferedExcerpt[];
};

/** At most this many pinned facts, this many fitting facts of the owner, and this many fitting suggestions. */
const PINNED_MAX = 20;
const FITTING_MAX = 20;
/** More than an assistant is given, because some may be of sources over the plan's storage. */
const PASSAGES_MAX = 16;
/** A text that scores less than this share of the best one has little to do with the question. */
const SCORE_SHARE = 0.25;
/** A new fact counts more than an old one: this much, halved every so many days. */
const NEWNESS = 0.2;
const NEWNESS_DAYS = 90;

type About = {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  /** A day as YYYY-MM-DD. */
  today: RawBuilder<string>;
  now: RawBuilder<Date>;
  /** The conversation that is asked in; null if it's a new one. */
  conversationId: RawBuilder<unknown>;
  /** The files that came with the question; null if it certainly has none. */
  sourceIds: RawBuilder<unknown> | null;
};

const LIVE = literals(LIVE_FACT_STATES);

/** The columns of a fact that an assistant may be given. */
export const FACT_COLUMNS = sql`id, number, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at`;
/** `fact` is the table or its alias. */
export const isUsableFact = (
  { userId, today }: Pick<About, 'userId' | 'today'>,
  fact = 'facts',
): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${fact}.${column}`);
  return sql`${of('user_id')} = ${userId} and ${of('state')} in ${LIVE} and (${of('valid_until')} is null or ${of('valid_until')} >= ${today})
    and not ${contradictsOwner(fact)}`;
};

/** A CTE: those in conflict with one of the facts in `found`. */
export const conflictingWith = (about: Pick<About, 'userId' | 'today'>): RawBuilder<unknown> => sql`
    conflicting as (
      select ${FACT_COLUMNS}, 0::float8 as rank from facts
      where ${isUsableFact(about)} and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    )`;

/** A CTE: the sources that haven't been removed. */
export const storageOf = (userId: RawBuilder<UserId>): RawBuilder<unknown> => sql`
    storage as materialized (
      select s.id, s.name, s.kind, s.url, s.read_at, up_to.storage_up_to from sources s join ${storageUpTo(userId)} up_to on up_to.id = s.id
      where s.user_id = ${userId}
    )`;

/**
 * Pinned facts, those that fit, and those in conflict with one of them. Suggestions never take the place of the owner's
 * own facts.
 */
function factsOf(about: About): RawBuilder<unknown> {
  const { userId, now } = about;
  const isUsable = isUsableFact(about);
  const columns = FACT_COLUMNS;
  const newness = sql`1 + ${sql.lit(NEWNESS)} * exp(-greatest(extract(epoch from ${now} - f.learned_at), 0) / 86400 / ${sql.lit(NEWNESS_DAYS)} * ln(2))`;
  return sql`
    pinned as (
      select ${columns}, 'infinity'::float8 as rank from facts where ${isUsable} and is_pinned
      order by ${isSuggestion('facts')}, learned_at desc limit ${sql.lit(PINNED_MAX)}
    ), fitting as (
      select ${columns}, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (${newness}) as rank, s.score, ${isSuggestion('f')} as is_suggestion,
            case when ${isSuggestion('f')} then max(s.score) over ()
              else max(s.score) filter (where not ${isSuggestion('f')}) over () end as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = ${userId} and facts.id = s.id limit 1) f
          where ${isUsableFact(about, 'f')} and f.id not in (select id from pinned)
        ) ranked where score >= best * ${sql.lit(SCORE_SHARE)}
      ) placed where place <= ${sql.lit(FITTING_MAX)}
    ), found as (select * from pinned union all select * from fitting), ${conflictingWith(about)}`;
}

/** A CTE: the facts found, as JSON, with the owner's own facts and suggestions in separate lists. */
export const factsListed = (userId: RawBuilder<UserId>) => {
  const listOf = (isWanted: RawBuilder<boolean>) => sql`
    coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
      'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
      'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = ${userId} and r.conflict_id = f.conflict_id and r.id <> f.id
          and ${isSuggestion('r')} = ${isSuggestion('f')}), '[]')
      ) order by f.rank desc, f.learned_at desc, f.number) filter (where ${isWanted}), '[]')`;
  return sql`
    listed as (
      select ${listOf(sql`not ${isSuggestion('f')}`)} as own, ${listOf(isSuggestion('f'))} as suggested
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = ${userId} and automation.id = f.automation_id
          and automation.deleted_at is null
    )`;
};
/** The lists of `factsListed`. */
export const LISTED = sql`'facts', (select own from listed), 'suggestions', (select suggested from listed)`;

/** `best` has the id and the score of each passage, and whether its file came with the question. */
export const passagesJson = (userId: RawBuilder<UserId>, best: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'text', p.text, 'rejected', p.rejected, 'headings', p.headings, 'page', p.page,
    'sheet', p.sheet, 'row', p.rows[1], 'sourceName', p.name, 'kind', p.kind, 'url', p.url, 'readAt', p.read_at, 'isAttached', p.is_attached,
    'storageUpTo', p.storage_up_to) order by p.score desc, p.number), '[]')
  from (
    select passage.*, coalesce(passage.page_url, storage.url) as url, storage.name, storage.kind, storage.read_at, storage.storage_up_to, best.score, best.is_attached,
      coalesce((
        select json_agg(f.quote) from facts f
        where f.user_id = ${userId} and f.source_id = passage.source_id and f.passage_id = passage.id
          and f.quote <> '' and (f.state in ${literals(GONE_FACT_STATES)}
            or not best.is_attached and ${contradictsOwner('f')})), '[]') as rejected
    from ${best} best
      cross join lateral (select * from passages where passages.user_id = ${userId} and passages.id = best.id limit 1) passage
      join storage on storage.id = passage.source_id
  ) p)`;

const BEST_PASSAGES = sql`(
      select id, 1e6 - place as score, true as is_attached from attached
      union all
      select id, score, false from (
        select *, max(score) over () as best from passages_scored order by score desc, id limit ${sql.lit(PASSAGES_MAX)}
      ) fitting where score >= best * ${sql.lit(SCORE_SHARE)} and id not in (select id from attached)
    )`;

const NOTHING_ATTACHED = sql`select null::uuid as id, null::int as place where false`;

/**
 * Part of a statement: what an assistant may be given for a question, as JSON. Nothing of another person, of a private
 * or deleted conversation, of a removed source, of one that is still being read for the first time or of a forgotten
 * fact is in it, and no expired fact.
 */
export function knownFor(about: About): RawBuilder<Known> {
  const { userId, question, sourceIds } = about;
  const excerpts = excerptsFor(about);
  return sql<Known>`(
    with ${askedWords(userId, question)},
    ${lookUp(userId, 'facts')},
    ${lookUp(userId, 'passages')},
    ${storageOf(userId)},
    ${conflictsOfOwner(userId)},
    attached as materialized (${sourceIds ? attachedPassages({ userId, question, ids: sourceIds }) : NOTHING_ATTACHED}),
    ${factsOf(about)},
    ${factsListed(userId)},
    ${excerpts.ctes}
    select json_build_object(${LISTED}, 'passages', ${passagesJson(userId, BEST_PASSAGES)}, 'excerpts', ${excerpts.json}))`;
}
