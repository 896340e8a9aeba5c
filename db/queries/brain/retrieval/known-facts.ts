import { sql, type RawBuilder } from 'kysely';
import { FACT_TOKENS_MAX, LIVE_FACT_STATES, type FactKind } from '#contract/brain/brain.ts';
import { literals } from '../../../literals.ts';
import type { FactsTable, UserId } from '../../../types.gen.ts';
import type { FactId } from '../facts.ts';
import { contradictsOwner, isSuggestion } from '../suggestions.ts';
import { TOPIC_KINDS } from './topics.ts';

/** A fact that an assistant is given. `learnedAt` is an ISO 8601 text, as JSON delivers it. */
export type OfferedFact = {
  id: FactId;
  number: number;
  kind: FactKind;
  statement: string;
  /** Its owner said that the team may use the secret in it. */
  isShareable: boolean;
  state: FactsTable['state'];
  source: FactsTable['source'];
  /** The document, page or automation that says so. */
  sourceName: string | null;
  /** Total size of that source and those used before it; null if the fact is from neither a document nor a page. */
  storageUpTo: number | null;
  learnedAt: string;
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /**
   * Belongs in every prompt: it's pinned, or is about the business's voice, policies or hours.
   */
  isStanding: boolean;
  /** How well its words match the question; 0 if it was included for another reason. */
  score: number;
  /** Estimated tokens of its line in a prompt. */
  tokens: number;
  /** The numbers of the facts that it is in conflict with. */
  conflictsWith: number[];
};

type About = {
  userId: RawBuilder<UserId>;
  /** A day as YYYY-MM-DD. */
  today: RawBuilder<string>;
  now: RawBuilder<Date>;
};

/** More facts than this don't fit a prompt, however short they are. */
const FACTS_READ_MAX = 500;
/** At most this many pinned facts, and this many of each kind that belongs in every prompt. */
const PINNED_MAX = 20;
const STANDING_MAX = 100;
/** Maximum number of the owner's facts, and of suggestions, that match the question. */
const FITTING_MAX = 240;
const SUGGESTIONS_MAX = 20;
/** A suggestion that scores less than this share of the best text has little to do with the question. */
export const SCORE_SHARE = 0.25;
/** Newer facts count more: a bonus of NEWNESS, halved every NEWNESS_DAYS days. */
const NEWNESS = 0.2;
const NEWNESS_DAYS = 90;
/** Facts that the last answers cited rank above facts whose words match the question. */
const CITED_RANK = 1_000;
/** Facts of a kind that the question asks for score higher; without any of its words, they rank below the others. */
const KIND_FACTOR = 1.5;
const KIND_RANK = 0.01;
const OF_KIND_MAX = 150;
/**
 * In a prompt, a fact comes with its number, its origin and the day it was learned, as in
 * `- [f123] ... (said; November 29)`: each symbol is about one token. A suggestion also names its source as JSON.
 */
const NOTE_TOKENS = 12;
const SUGGESTION_NOTE_TOKENS = 25;

const LIVE = literals(LIVE_FACT_STATES);
/** Facts of these kinds belong in every prompt; of the kind "people", only those about hours. */
const STANDING_KINDS = ['voice', 'policy', 'people'] as const satisfies readonly FactKind[];
/** How facts about hours are told from those about people, in the four languages that we know best. */
const HOURS =
  '\\m(hours?|opens?|opening|closes?|closed|shut|noon|öffn\\w*|öffnungszeiten|geöffnet|geschlossen|uhr|horarios?|abr\\w+|abiert\\w+|cerrad\\w+|cerramos|horaires?|ouvr\\w+|ouvert\\w*|ferm\\w+)\\M';

/** The columns of a fact that an assistant may be given. */
export const FACT_COLUMNS = sql`id, number, kind, statement, is_shareable, state, source, source_id, automation_id, message_id, learned_at, valid_from, valid_until, conflict_id, is_pinned, confirmed_at`;

/** Whether a fact is live and hasn't expired. The owner's own facts need to meet no other condition. */
const isLiveFact = ({ userId, today }: Pick<About, 'userId' | 'today'>, fact: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${fact}.${column}`);
  return sql`${of('user_id')} = ${userId} and ${of('state')} in ${LIVE} and (${of('valid_until')} is null or ${of('valid_until')} >= ${today})`;
};

/** `fact` is the table or its alias. */
export const isUsableFact = (about: Pick<About, 'userId' | 'today'>, fact = 'facts'): RawBuilder<boolean> =>
  sql`${isLiveFact(about, fact)} and not ${contradictsOwner(fact)}`;

const isStanding = (fact: string): RawBuilder<boolean> => sql`(${sql.ref(`${fact}.is_pinned`)}
  or ${sql.ref(`${fact}.kind`)} in ${literals(STANDING_KINDS)}
    and (${sql.ref(`${fact}.kind`)} <> 'people' or ${sql.ref(`${fact}.statement`)} ~* ${sql.lit(HOURS)}))`;

/**
 * In English, about four letters make a token; a Chinese character, which has three bytes, is about one token, too.
 */
const tokensOf = (fact: string): RawBuilder<number> => {
  const text = sql.ref(`${fact}.statement`);
  return sql`((length(${text}) + (octet_length(${text}) - length(${text})) * 3 / 2 + 3) / 4
    + case when ${isSuggestion(fact)} then ${sql.lit(SUGGESTION_NOTE_TOKENS)} else ${sql.lit(NOTE_TOKENS)} end)`;
};

/** A CTE: the facts in conflict with one of the facts in `found`. */
export const conflictingWith = (about: Pick<About, 'userId' | 'today'>): RawBuilder<unknown> => sql`
    conflicting as (
      select ${FACT_COLUMNS}, 0::float8 as rank from facts
      where ${isUsableFact(about)} and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    )`;

/**
 * CTEs after those of `askedWords`, `lookUp` and `saidBefore`. While all of the owner's own facts fit a prompt, `found`
 * has all of them, and then all suggestions if those fit, too. Otherwise it has pinned facts, those that belong in
 * every prompt, those that fit the question, those that the last answers cited, and as many of the others as were
 * read, to fill the rest of the prompt. `room` says which. Suggestions never take the place of the owner's own
 * facts.
 */
export function factsFor(about: About): RawBuilder<unknown> {
  const { userId, now } = about;
  const isUsable = isUsableFact(about);
  const columns = FACT_COLUMNS;
  const newness = sql`1 + ${sql.lit(NEWNESS)} * exp(-greatest(extract(epoch from ${now} - f.learned_at), 0) / 86400 / ${sql.lit(NEWNESS_DAYS)} * ln(2))`;
  const isOwn = sql`${isLiveFact(about, 'facts')} and not ${isSuggestion('facts')}`;
  const fits = (read: string, tokens: RawBuilder<number>) =>
    sql`count(*) <= ${sql.lit(FACTS_READ_MAX)} and coalesce(sum(${sql.ref(`${read}.tokens`)}), 0) <= ${tokens}`;
  return sql`
    own_read as materialized (
      select ${columns}, ${tokensOf('facts')} as tokens from facts where ${isOwn} limit ${sql.lit(FACTS_READ_MAX + 1)}
    ), own_room as materialized (
      select ${fits('own_read', sql`${sql.lit(FACT_TOKENS_MAX)}`)} as has_all_own, count(*) <= ${sql.lit(FACTS_READ_MAX)} as is_read_whole, coalesce(sum(tokens), 0) as tokens from own_read
    ), suggestions_read as materialized (
      select ${columns}, ${tokensOf('facts')} as tokens from facts
      where (select has_all_own from own_room) and ${isUsable} and state in ('suggested', 'conflict') and ${isSuggestion('facts')}
      limit ${sql.lit(FACTS_READ_MAX + 1)}
    ), room as materialized (
      select own_room.has_all_own, own_room.has_all_own and (
        select ${fits('suggestions_read', sql`${sql.lit(FACT_TOKENS_MAX)} - own_room.tokens`)} from suggestions_read
      ) as has_all from own_room
    ), pinned as (
      select ${columns} from facts where ${isUsable} and is_pinned
      order by ${isSuggestion('facts')}, learned_at desc limit ${sql.lit(PINNED_MAX)}
    ), cited as (
      select ${columns} from facts
      where ${isUsable} and not (select has_all_own from room) and number = any (array(
        select distinct mark[1]::int from said_before, regexp_matches(content, '\\[f(\\d{1,6})\\]', 'g') as mark where role = 'assistant'))
    ), asked_kinds as materialized (
      select distinct topic_kinds.kind from asked_topics join ${TOPIC_KINDS} on topic_kinds.topic = asked_topics.topic
    ), of_kind as (
      select own.*, wanted.rank from (
        select kind, ${sql.lit(KIND_RANK)}::float8 as rank, ${sql.lit(OF_KIND_MAX)} as most, false as is_standing from asked_kinds
        union all
        select of_kind, 0, ${sql.lit(STANDING_MAX)}, true from unnest(array[${sql.join(STANDING_KINDS.map((kind) => sql.lit(kind)))}]) as of_kind
      ) wanted cross join lateral (
        select ${columns} from facts
        where ${isOwn} and kind = wanted.kind and (not wanted.is_standing or ${isStanding('facts')})
        order by number desc limit wanted.most
      ) own
      where not (select has_all_own from room)
    ), fitting as (
      select ${columns}, rank from (
        select ranked.*, row_number() over (partition by is_suggestion order by rank desc, learned_at desc) as place
        from (
          select f.*, s.score * (${newness}) * case when f.kind in (select kind from asked_kinds) then ${sql.lit(KIND_FACTOR)} else 1 end as rank, s.score, ${isSuggestion('f')} as is_suggestion, max(s.score) over () as best
          from facts_scored s cross join lateral (select * from facts where facts.user_id = ${userId} and facts.id = s.id limit 1) f
          where ${isUsableFact(about, 'f')}
        ) ranked where not is_suggestion or score >= best * ${sql.lit(SCORE_SHARE)}
      ) placed where place <= case when is_suggestion then ${sql.lit(SUGGESTIONS_MAX)} else ${sql.lit(FITTING_MAX)} end
    ), found as materialized (
      select distinct on (id) ${columns}, rank from (
        select ${columns}, rank from fitting
        union all select ${columns}, ${sql.lit(CITED_RANK)} from cited
        union all select ${columns}, rank from of_kind
        union all select ${columns}, 0 from pinned
        union all select ${columns}, 0 from own_read where (select is_read_whole from own_room)
        union all select ${columns}, 0 from suggestions_read where (select has_all from room)
      ) read order by id, rank desc
    ), ${conflictingWith(about)}`;
}

/** A CTE: the facts found, as JSON, with the owner's own facts and suggestions in separate lists. */
export const factsListed = (userId: RawBuilder<UserId>) => {
  const listOf = (isWanted: RawBuilder<boolean>) =>
    sql`coalesce(json_agg(item order by rank desc, learned_at desc, number) filter (where ${isWanted}), '[]')`;
  return sql`
    items as materialized (
      select f.rank, f.learned_at, f.number, ${isSuggestion('f')} as is_suggestion,
        json_build_object('id', f.id, 'number', f.number, 'kind', f.kind, 'statement', f.statement, 'isShareable', f.is_shareable, 'state', f.state,
          'source', f.source, 'sourceName', coalesce(storage.name, automation.name), 'storageUpTo', storage.storage_up_to,
          'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until, 'isPinned', f.is_pinned,
          'isStanding', ${isStanding('f')}, 'score', f.rank, 'tokens', ${tokensOf('f')},
          'conflictsWith', case when f.conflict_id is null then '[]' else coalesce((
            select json_agg(r.number order by r.number) from facts r
            where r.user_id = ${userId} and r.conflict_id = f.conflict_id and r.id <> f.id
              and ${isSuggestion('r')} = ${isSuggestion('f')}), '[]') end) as item
      from (select * from found union all select * from conflicting) f left join storage on storage.id = f.source_id
        left join automations automation on automation.user_id = ${userId} and automation.id = f.automation_id
          and automation.deleted_at is null
    ),
    listed as (
      select ${listOf(sql`not is_suggestion`)} as own, ${listOf(sql`is_suggestion`)} as suggested from items
    )`;
};
/** The lists of `factsListed`. */
export const LISTED = sql`'facts', (select own from listed), 'suggestions', (select suggested from listed)`;
