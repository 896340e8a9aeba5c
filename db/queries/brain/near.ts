import { sql } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import {
  conflictingWith,
  FACT_COLUMNS,
  factsJson,
  isUsableFact,
  passagesJson,
  storageOf,
  type Known,
} from './retrieval.ts';

/** So many facts and passages are near enough that their numbers are compared. */
const NEAR_MAX = 64;

/** Facts and passages that mean about the same as a question, in no particular order, with their numbers by id, in Base64. */
export type Near = Pick<Known, 'facts' | 'passages'> & {
  vectors: Record<string, string>;
  /** Whether some texts may have no vectors of this model. */
  isBehind: boolean;
};

type Keys = { userId: UserId; model: string; signs: string; now: Date };

/**
 * The signs of two vectors differ in the fewer places, the smaller the angle between them. Counting these places reads all vectors of a person in a few
 * milliseconds, which multiplying their numbers would not. Nothing is multiplied here: the caller ranks the few that are near.
 */
const near = compileOnce<Keys, { near: Near }>((db, param) => {
  const userId = sql<UserId>`${param('userId')}::uuid`;
  const signs = sql`${param('signs')}::varbit`;
  const about = {
    userId,
    today: sql<string>`(select to_char(${param('now')}::timestamptz at time zone time_zone, 'YYYY-MM-DD') from profiles where user_id = ${userId})`,
  };
  const nearest = (kind: 'fact' | 'passage') => sql`
    select ${sql.ref(`${kind}_id`)} as id, numbers, bit_count(signs # ${signs}) as differences from ${sql.table(`${kind}_vectors`)}
    where user_id = ${userId} and model = ${param('model')}::text and length(signs) = length(${signs})
    order by differences limit ${sql.lit(NEAR_MAX)}`;
  return db
    .selectFrom('profiles')
    .select(
      sql<Near>`(
        with ${storageOf(userId)},
        near_facts as materialized (${nearest('fact')}),
        near_passages as materialized (${nearest('passage')}),
        found as materialized (
          select ${FACT_COLUMNS}, 0::float8 as rank from (
            select f.* from near_facts n
              cross join lateral (select * from facts where facts.user_id = ${userId} and facts.id = n.id limit 1) f
          ) f where ${isUsableFact(about)}
        ),
        ${conflictingWith(about)}
        select json_build_object(
          'facts', ${factsJson(userId)},
          'passages', ${passagesJson(userId, sql`(select id, 0::float8 as score, false as is_attached from near_passages)`)},
          'vectors', (
            select coalesce(json_object_agg(id, encode(numbers, 'base64')), '{}')
            from (select id, numbers from near_facts union all select id, numbers from near_passages) n),
          'isBehind', embedded_with is distinct from ${param('model')}::text and facts_numbered + passages_numbered > 0))`.as(
        'near',
      ),
    )
    .where('user_id', '=', param('userId'))
    .compile();
});

/** What of a person's facts and passages may be meant by a question. Nothing forgotten, expired or of a removed source is. */
export async function findNear(db: Db, keys: Keys): Promise<Near | null> {
  const [row] = await near(db, keys);
  return row?.near ?? null;
}
