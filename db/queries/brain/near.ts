import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';
import { passagesJson, storageOf, type Known } from './retrieval.ts';
import { conflictingWith, FACT_COLUMNS, factsListed, isUsableFact, LISTED } from './retrieval/known-facts.ts';
import { unsearchedSources } from './sources.ts';
import { conflictsOfOwner, isSuggestion } from './suggestions.ts';

/** How many of the owner's facts, of suggestions and of passages are compared by their full vectors. */
const NEAR_MAX = 64;

/** What is looked for by its meaning: the signs of the question's vector, a 0 or 1 for each of its numbers, and the model that made it. */
export type Sought = { signs: string; model: string };

/** Facts and passages that mean about the same as a question, in no particular order, with their numbers by id, in Base64. */
export type Near = Pick<Known, 'facts' | 'suggestions' | 'passages'> & {
  vectors: Record<string, string>;
  /** Whether some texts may have no vectors of this model. */
  isBehind: boolean;
};

type About = {
  userId: RawBuilder<UserId>;
  /** A day as YYYY-MM-DD. */
  today: RawBuilder<string>;
  /** Both are null if nothing is looked for by its meaning. */
  signs: RawBuilder<string | null>;
  model: RawBuilder<string | null>;
};

/**
 * Part of a statement on `profiles`: what of a person's facts and passages may be meant by a question, as JSON, or
 * null. Nothing forgotten, expired or of a source that was removed or is still being read for the first time is. The
 * signs of two vectors differ in the fewer places, the smaller the angle between them. Counting these places reads all
 * vectors of a person in a few milliseconds, which multiplying their numbers would not. Nothing is multiplied here: the
 * caller ranks the few that are near.
 */
export function nearFor({ userId, today, signs, model }: About): RawBuilder<Near | null> {
  const differences = sql`bit_count(v.signs # ${signs})`;
  const isComparable = sql`v.user_id = ${userId} and v.model = ${model} and length(v.signs) = length(${signs})`;
  return sql<Near | null>`(case when ${signs} is not null then (
    with ${storageOf(userId)},
    near_facts as materialized (
      select v.fact_id as id, v.numbers from (
        select v.fact_id, row_number() over (partition by ${isSuggestion('f')} order by ${differences}) as place
        from fact_vectors v join facts f on f.user_id = ${userId} and f.id = v.fact_id
        where ${isComparable}
      ) placed join fact_vectors v on v.user_id = ${userId} and v.fact_id = placed.fact_id
      where placed.place <= ${sql.lit(NEAR_MAX)}
    ),
    near_passages as materialized (
      select v.passage_id as id, v.numbers from passage_vectors v
      where ${isComparable} and v.passage_id not in (
        select p.id from passages p where p.user_id = ${userId} and p.source_id = any (${unsearchedSources(userId)}))
      order by ${differences} limit ${sql.lit(NEAR_MAX)}
    ),
    ${conflictsOfOwner(userId)},
    found as materialized (
      select ${FACT_COLUMNS}, 0::float8 as rank from (
        select f.* from near_facts n
          cross join lateral (select * from facts where facts.user_id = ${userId} and facts.id = n.id limit 1) f
      ) f where ${isUsableFact({ userId, today }, 'f')}
    ),
    ${conflictingWith({ userId, today })},
    ${factsListed(userId)}
    select json_build_object(
      ${LISTED},
      'passages', ${passagesJson(userId, sql`(select id, 0::float8 as score, null::text as attached from near_passages)`)},
      'vectors', (
        select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
        from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
      'isBehind', profiles.embedded_with is distinct from ${model} and profiles.facts_numbered + profiles.passages_numbered > 0)
  ) end)`;
}
