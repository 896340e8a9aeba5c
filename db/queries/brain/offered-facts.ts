import { sql, type RawBuilder } from 'kysely';
import type { FactsTable, UserId } from '../../types.gen.ts';
import { sharesWord } from './fact-words.ts';
import type { FactId } from './facts.ts';

/** A fact that an assistant is given. `learnedAt` is an ISO 8601 text, as JSON delivers it. */
export type OfferedFact = {
  id: FactId;
  number: number;
  statement: string;
  state: FactsTable['state'];
  source: FactsTable['source'];
  learnedAt: string;
  validFrom: string | null;
  validUntil: string | null;
  /** The numbers of the facts that it is in conflict with. */
  conflictsWith: number[];
};

/** At most this many pinned facts, and as many that share a word with the question. */
const PINNED_MAX = 20;
const FITTING_MAX = 20;

/**
 * Part of a statement: the pinned facts, then those that share words with the question, the best match first and the newest of equals; and
 * the facts that say otherwise than one of these. Expired facts are left out. `today` is a day as YYYY-MM-DD.
 */
export function factsFor({
  userId,
  question,
  today,
}: {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  today: RawBuilder<string>;
}): RawBuilder<OfferedFact[]> {
  const isUsable = sql`user_id = ${userId} and state in ('suggested', 'confirmed', 'conflict')
    and (valid_until is null or valid_until >= ${today})`;
  const columns = sql`id, number, statement, state, source, learned_at, valid_from, valid_until, conflict_id`;
  return sql`(
    with pinned as (
      select ${columns}, 'infinity'::float8 as rank from facts where ${isUsable} and is_pinned
      order by learned_at desc limit ${sql.lit(PINNED_MAX)}
    ), fitting as (
      select ${columns}, ts_rank(words, asked.query)::float8 as rank
      from facts, (select ${sharesWord(userId, question)} as query) asked
      where ${isUsable} and words @@ asked.query and id not in (select id from pinned)
      order by rank desc, learned_at desc limit ${sql.lit(FITTING_MAX)}
    ), found as (select * from pinned union all select * from fitting), conflicting as (
      select ${columns}, 0::float8 as rank from facts
      where ${isUsable} and conflict_id in (select conflict_id from found where conflict_id is not null)
        and id not in (select id from found)
    )
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement, 'state', f.state,
      'source', f.source, 'learnedAt', f.learned_at, 'validFrom', f.valid_from, 'validUntil', f.valid_until,
      'conflictsWith', coalesce((
        select json_agg(r.number order by r.number) from facts r
        where r.user_id = ${userId} and r.conflict_id = f.conflict_id and r.id <> f.id), '[]')
      ) order by f.rank desc, f.learned_at desc), '[]')
    from (select * from found union all select * from conflicting) f)`;
}
