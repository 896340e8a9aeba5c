import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** The part of a cap that is first come, first served. The rest is reserved for takers with a small share so far (docs/limits.md). */
const UNRESERVED_PART = 0.5;

/** `max` is the cap for everyone together in a window; `share` is the most that one taker can have and still use the reserve. */
export type SharedCap = { max: number; share: number };
/** The keys identify two counters: everyone's together, and this taker's. */
type ShareRequest = SharedCap & { totalKey: string; takerKey: string; windowMs: number; now: Date };

/** `used`: by this taker, refused requests included. `total`: by everyone, this request included; 0 if it was refused. */
type FairShare = { isTaken: boolean; used: number; total: number };

/** How much of a cap everyone together may have taken after a request by someone who has now used `used` of it in this window. */
export function fairShareLimit({ max, share }: SharedCap, used: number): number {
  return used <= share ? max : Math.ceil(max * UNRESERVED_PART);
}

/**
 * Takes one unit of a shared cap, if this taker may still have it. One statement: the database counts the taker's requests and checks the
 * cap in the same step, so parallel requests and other processes can't get past it. A refused request takes nothing from the cap, but
 * counts as one of the taker's.
 *
 * Once half of a window's cap is gone, only takers with at most `share` get in, so locking newcomers out takes max/2/share takers.
 *
 * Both windows begin and end by the clock: if each began with its first request, a taker could get two shares in one window.
 */
export async function takeFairShare(db: Db, request: ShareRequest): Promise<FairShare> {
  const { totalKey, takerKey, max, share, windowMs, now } = request;
  const endsAt = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  const isOver = sql`attempt_counters.window_ends_at <= ${now}::timestamptz`;
  const next = sql`
    attempts = case when ${isOver} then 1 else attempt_counters.attempts + 1 end,
    window_ends_at = ${endsAt}::timestamptz`;
  const unreserved = fairShareLimit({ max, share }, share + 1);
  const { rows } = await sql<FairShare>`
    with taker as (
      insert into attempt_counters (key_hash, attempts, window_ends_at) values (${takerKey}, 1, ${endsAt}::timestamptz)
      on conflict (key_hash) do update set ${next}
      returning attempts
    ),
    allowed as (select case when attempts <= ${share}::int then ${max}::int else ${unreserved}::int end as max from taker),
    total as (
      insert into attempt_counters (key_hash, attempts, window_ends_at)
      select ${totalKey}, 1, ${endsAt}::timestamptz from allowed where max > 0
      on conflict (key_hash) do update set ${next}
      where ${isOver} or attempt_counters.attempts < (select max from allowed)
      returning attempts
    )
    select attempts as used, exists (select from total) as "isTaken", coalesce((select attempts from total), 0) as total
    from taker`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the statement that counts against a cap returned no row');
  return row;
}
