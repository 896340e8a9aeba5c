import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '../../types.gen.ts';
import { unreadSources } from './sources.ts';
import { sharesWord } from './text-words.ts';

/** A file that came with a question. */
export type AttachedSource = { id: string; name: string };

/** At most this many passages of all attached files together. */
const PASSAGES_MAX = 8;

/** Part of a statement: those of these sources that this person has, in the order given. */
export function attachedSources(
  userId: RawBuilder<UserId> | UserId,
  ids: RawBuilder<unknown>,
): RawBuilder<AttachedSource[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by array_position(${ids}, s.id)), '[]')
    from sources s where s.user_id = ${userId} and s.id = any (${ids}) and s.deleted_at is null)`;
}

/**
 * Part of a statement, a table of `id` and `place`, counted from 1: the passages of these sources that fit a question best, and those that a file begins
 * with if few words match. The files take turns, so that each has its best passages among the first.
 */
export function attachedPassages({
  userId,
  question,
  ids,
}: {
  userId: RawBuilder<UserId>;
  question: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`
    select id, row_number() over (order by turn, rank desc, position)::int as place
    from (
      select p.id, p.position, coalesce(ts_rank(p.words, asked.query), 0) as rank,
        row_number() over (partition by p.source_id order by coalesce(ts_rank(p.words, asked.query), 0) desc, p.position) as turn
      from passages p, (select ${sharesWord(userId, question)} as query) asked
      where p.user_id = ${userId} and p.source_id = any (${ids}) and p.source_id <> all (${unreadSources(userId)})
    ) ranked
    order by turn, rank desc, position limit ${sql.lit(PASSAGES_MAX)}`;
}
