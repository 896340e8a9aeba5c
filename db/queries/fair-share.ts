import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** The part of a cap that is first come, first served. The rest is kept for those who have had little. */
const OPEN_PART = 0.5;

/** `max` is what everyone together may take in a window, `share` what counts as little for one of them. */
export type FairCap = { max: number; share: number };
type Taking = FairCap & { everyone: string; mine: string; windowMs: number; now: Date };

/** How full a cap may get by a request of someone who has now taken `used` of it in this window, the request included. */
export function fairCeiling({ max, share }: FairCap, used: number): number {
  return used <= share ? max : Math.ceil(max * OPEN_PART);
}

/**
 * Takes one of a cap for everyone, if this taker may still have it. One statement: the database numbers the taker's requests
 * and compares the cap in the same step, so parallel requests and other processes can't get past it. A refused request takes
 * nothing of the cap, but counts as the taker's own.
 *
 * Once half of a window's cap is gone, only takers who have had `share` or less get in. If one network may make m requests in
 * a window, shutting a newcomer out takes max/2/m + max/2/share networks instead of max/m.
 *
 * Both windows begin and end by the clock: if each began with its first request, a taker would get two shares of one window.
 */
export async function takeFairly(db: Db, taking: Taking): Promise<{ isTaken: boolean; used: number }> {
  const { everyone, mine, max, share, windowMs, now } = taking;
  const endsAt = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  const isOver = sql`attempt_counters.window_ends_at <= ${now}::timestamptz`;
  const next = sql`
    attempts = case when ${isOver} then 1 else attempt_counters.attempts + 1 end,
    window_ends_at = ${endsAt}::timestamptz`;
  const openMax = fairCeiling({ max, share }, share + 1);
  const { rows } = await sql<{ isTaken: boolean; used: number }>`
    with mine as (
      insert into attempt_counters (key_hash, attempts, window_ends_at) values (${mine}, 1, ${endsAt}::timestamptz)
      on conflict (key_hash) do update set ${next}
      returning attempts
    ),
    ceiling as (select case when attempts <= ${share}::int then ${max}::int else ${openMax}::int end as max from mine),
    everyone as (
      insert into attempt_counters (key_hash, attempts, window_ends_at)
      select ${everyone}, 1, ${endsAt}::timestamptz from ceiling where max > 0
      on conflict (key_hash) do update set ${next}
      where ${isOver} or attempt_counters.attempts < (select max from ceiling)
      returning attempts
    )
    select attempts as used, exists (select from everyone) as "isTaken" from mine`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('taking of a cap says how it went');
  return row;
}
