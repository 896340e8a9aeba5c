import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';
import { ownerDigits } from '../chat/search-words.ts';
import { unsearchedSources } from './sources.ts';
import { isSuggestion } from './suggestions.ts';
import { quoted } from './text-words.ts';

/** Of rare words, the texts of all are looked at as long as they are at most this many together. */
const CANDIDATES_MAX = 250;
/** Of common words, those texts are looked at that have two. So many of a question's common words are paired. */
const PAIRED_WORDS = 4;
/** An index has to read this many entries for a pair at the most. */
const PAIR_READS_MAX = 10_000;
/** The words that decide between the texts that were found. */
const DECISIVE_WORDS = 40;
/** How many different words a text of usual length has: a match in a longer one says less. */
const USUAL_LENGTH = { facts: 10, passages: 60 };

type Table = 'facts' | 'passages';

/**
 * CTEs of a statement that has those of `askedWords`: `<table>_scored` has the id and the score of the texts that fit
 * the question best. A question's common words are in tens of thousands of a person's texts, and ranking them all
 * would take seconds. So the texts that have its rarest words are looked up, as many words as together lead to few
 * enough texts, and those that have two of the next ones; each is then scored by all words. A word counts the more, the
 * rarer it is (inverse document frequency), and the more, the shorter the text (as in BM25). Suggestions are looked up
 * separately, so that they never crowd out the owner's facts. Passages of a
 * file that is still being read, or that belongs to one chat, aren't looked up.
 */
export function lookUp(userId: RawBuilder<UserId>, table: Table): RawBuilder<unknown> {
  const texts = sql.ref(table);
  const of = (name: string) => sql.ref(`${table}_${name}`);
  const digits = ownerDigits(userId);
  // The words are unpacked once, not for each comparison. PostgreSQL supposes that a query it doesn't know finds one in 200 texts of everybody. It would then read the index of all texts of this
  // person, too, to compare the two. Said three times, it expects few enough; the index reads the words once.
  const candidates = (which: string, isWanted: RawBuilder<boolean>, max = CANDIDATES_MAX) => {
    const matches = sql`words @@ (select ${sql.ref(which)} from ${of('query')})`;
    return sql`(
    select id, words || ''::tsvector as words from ${texts} where user_id = ${userId} and ${matches} and ${matches} and ${matches} and ${isWanted}
    limit ${sql.lit(max)})`;
  };
  const isSearched = sql<boolean>`source_id <> all (${unsearchedSources(userId)})`;
  const isFirst = table === 'facts' ? sql<boolean>`not ${isSuggestion('facts')}` : isSearched;
  return sql`
    ${of('asked')} as materialized (
      select a.place, a.word, a.weight, a.is_whole, a.is_related, a.${texts} as texts, total.n, ln(1 + (total.n - a.${texts} + 0.5) / (a.${texts} + 0.5)) as rarity,
        ${quoted(sql`${digits} || a.word`)} as quoted,
        sum(a.${texts}) over (partition by a.is_related order by a.${texts}, a.word, a.place) as texts_up_to
      from asked a, lateral (
        select greatest(${sql.ref(`${table}_numbered`)}, a.${texts})::float8 as n from profiles where user_id = ${userId}
      ) total
      where a.${texts} > 0
    ),
    ${of('paired')} as materialized (
      select * from ${of('asked')} where texts_up_to > ${sql.lit(CANDIDATES_MAX)} and is_whole
      order by texts limit ${sql.lit(PAIRED_WORDS)}
    ),
    ${of('queries')} as materialized (
      select
        (select string_agg(quoted, ' | ')::tsquery from ${of('asked')} where not is_related and texts_up_to <= ${sql.lit(CANDIDATES_MAX)}) as rare,
        (select string_agg(quoted, ' | ')::tsquery from ${of('asked')} where is_related and texts_up_to <= ${sql.lit(CANDIDATES_MAX)}) as related,
        coalesce((
          select string_agg(pair.part, ' | ')::tsquery from (
            select '(' || x.quoted || ' & ' || y.quoted || ')' as part, sum(x.texts) over (order by x.texts, x.word, y.texts, y.word) as reads
            from ${of('paired')} x join ${of('paired')} y on x.place <> y.place and (x.texts, x.word) < (y.texts, y.word)
          ) pair where pair.reads <= ${sql.lit(PAIR_READS_MAX)}), (
          select quoted::tsquery from ${of('asked')}
          where not is_related and not exists (select from ${of('asked')} where not is_related and texts_up_to <= ${sql.lit(CANDIDATES_MAX)})
          order by texts limit 1)) as common
    ),
    ${of('query')} as materialized (
      select coalesce(rare || related, rare, related) as rare, common, coalesce(rare || common, rare, common) as suggested from ${of('queries')}
    ),
    ${of('candidates')} as materialized (
      select distinct on (id) id, words from (
        ${candidates('rare', isFirst, table === 'facts' ? 2 * CANDIDATES_MAX : CANDIDATES_MAX)}
        union all
        ${candidates('common', isFirst)}
        ${table === 'facts' ? sql`union all ${candidates('suggested', isSuggestion('facts'))}` : sql``}
      ) found
    ),
    ${of('decisive')} as materialized (
      select place, is_whole, rarity, weight * rarity as counts, quoted::tsquery as query from ${of('asked')} order by is_related, weight * rarity desc limit ${sql.lit(DECISIVE_WORDS)}
    ),
    ${of('scored')} as materialized (
      select id, count(*) filter (where is_whole) as places, sum(score) / (0.5 + 0.5 * greatest(max(length) / ${sql.lit(USUAL_LENGTH[table])}::float8, 1)) as score from (
        select c.id, length(c.words) as length, bool_or(d.is_whole) as is_whole, least(max(d.rarity), sum(d.counts)) as score
        from ${of('candidates')} c join ${of('decisive')} d on c.words @@ d.query
        group by c.id, d.place, length(c.words)
      ) matches group by id
    )`;
}
