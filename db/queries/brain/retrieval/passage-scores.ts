import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../../types.gen.ts';
import { withoutAccents } from '../text-words.ts';

/** Among the best-matching passages, at most this many tables are scored row by row. */
const TABLES_MAX = 250;
/** Minimum number of the question's words for scoring rows: a single word doesn't tell rows apart. */
const ROW_WORDS_MIN = 2;
/**
 * The passages around a passage often say what it is about, so it gets this share of its neighbors' scores, and of
 * their neighbors'.
 */
const NEIGHBOR_SHARE = 0.5;
const SECOND_NEIGHBOR_SHARE = 0.3;
/** This many of the best passages pass a share of their score on. */
const SHARING_MAX = 96;

/**
 * CTEs after those of `lookUp`: `passages_ranked` has the id and the score of the passages that fit the question, and
 * of their neighbors. A table passage scores as its best row would on its own: all words
 * of a product's name in one row beat the same words spread over many. A word is weighted by its rarity among the rows.
 */
export function rankPassages(userId: RawBuilder<UserId>): RawBuilder<unknown> {
  const lower = sql`lower(p.text)`;
  return sql`
    row_words as materialized (
      select distinct on (a.place) a.place, a.weight,
        case when left(t.token, length(a.word)) = a.word then a.word else left(a.word, greatest(length(a.word) - 1, 1)) end as part
      from passages_asked a join asked_tokens t on t.place = a.place
      where a.is_whole and not t.is_before order by a.place, length(a.word)
    ),
    tables as materialized (
      select p.id, cardinality(p.rows) as size, case when octet_length(p.text) = length(p.text) then ${lower} else ${withoutAccents(lower)} end as text
      from (
        select *, max(places) over () as most from passages_scored
        where places >= ${sql.lit(ROW_WORDS_MIN)} order by places desc, score desc limit ${sql.lit(TABLES_MAX)}
      ) s cross join lateral (select id, rows, text from passages where passages.user_id = ${userId} and passages.id = s.id limit 1) p
      where p.rows <> '{}' and s.places >= s.most - 1
    ),
    row_hits as materialized (
      select tables.id, line.place as row, w.place, w.weight
      from tables cross join lateral string_to_table(tables.text, chr(10)) with ordinality as line (text, place)
        join row_words w on position(w.part in line.text) > 0
    ),
    row_rarities as materialized (
      select place, ln(1 + (all_rows.size - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from row_hits, (select sum(size)::float8 as size from tables) all_rows group by place, all_rows.size
    ),
    row_scores as materialized (
      select id, max(score) as score from (
        select h.id, h.row, sum(h.weight * r.rarity) as score from row_hits h join row_rarities r on r.place = h.place group by h.id, h.row
      ) rows_scored group by id
    ),
    sharing as materialized (
      select p.id, p.source_id, p.position, s.score, p.rows <> '{}' as is_table from (
        select passages_scored.id, greatest(passages_scored.score, row_scores.score) as score
        from passages_scored left join row_scores on row_scores.id = passages_scored.id
        order by 2 desc, 1 limit ${sql.lit(SHARING_MAX)}
      ) s cross join lateral (
        select id, source_id, position, rows from passages where passages.user_id = ${userId} and passages.id = s.id limit 1) p
    ),
    passages_ranked as materialized (
      select id, sum(score) as score from (
        select id, score from sharing
        union all
        select near.id, s.score * case abs(near.position - s.position) when 1 then ${sql.lit(NEIGHBOR_SHARE)} else ${sql.lit(SECOND_NEIGHBOR_SHARE)} end
        from sharing s cross join lateral (
          select id, position from passages
          where passages.user_id = ${userId} and source_id = s.source_id and position between s.position - 2 and s.position + 2
            and id <> s.id and rows = '{}'
        ) near
        where not s.is_table
      ) shared group by id
    )`;
}
