import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { changeSource, type SourceRow } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import { scheduleReading } from './schedule-reading.ts';
import type { SlowDown } from './source-reading.ts';

const MINUTE_MS = 60_000;
/** How often in a row a website can ask us to slow down before we give up. */
const SLOW_DOWNS_MAX = 6;
/** A website that names no time is asked again after this long, then after twice as long, and so on. */
const FIRST_WAIT_MS = 15 * MINUTE_MS;
/**
 * A time that a website names is respected, up to a day. One that keeps naming a short time is asked less and less
 * often: after a minute at least, then two, and so on.
 */
const MAX_WAIT_MS = DAY_MS;

function retryDelay({ retryAfterMs }: SlowDown, slowDowns: number): number {
  const wanted = retryAfterMs ?? FIRST_WAIT_MS * 2 ** slowDowns;
  return Math.min(Math.max(wanted, MINUTE_MS * 2 ** slowDowns), MAX_WAIT_MS);
}

/**
 * A website asked us to slow down: the source waits and is read again later, and what it said before is still used.
 * Returns false if the website has asked too often in a row; then it isn't read again.
 */
export async function waitForWebsite(
  trx: Db,
  userId: UserId,
  source: Pick<SourceRow, 'id' | 'kind'>,
  slowDown: SlowDown,
  { slowDowns, now }: { slowDowns: number; now: Date },
): Promise<boolean> {
  if (slowDowns >= SLOW_DOWNS_MAX) return false;
  const change = { state: 'waiting', problem: 'page_slow_down' } as const;
  if (!(await changeSource(trx, userId, source.id, change, ['reading', 'ready']))) return true;
  const dueAt = new Date(now.getTime() + retryDelay(slowDown, slowDowns));
  await scheduleReading(trx, userId, source, dueAt, slowDowns + 1);
  return true;
}
