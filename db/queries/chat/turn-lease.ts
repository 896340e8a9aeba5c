import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { TurnId, UserId } from '../../types.gen.ts';

/**
 * How long a streaming turn belongs to the process that writes it, in milliseconds. It is renewed with every save, so a healthy process
 * may miss a few. After that, another process may end it; until one does, even a late renewal succeeds.
 */
export const LEASE_MS = 6_000;

/** When a lease that is taken or renewed by this statement ends. The clocks of processes may differ, but they share the database's. */
export const leaseFromNow = sql<Date>`now() + ${sql.lit(`${LEASE_MS} ms`)}::interval`;

type LeasedTurn = { userId: UserId; id: TurnId; expired: Date };

/** Streaming turns, at most 100 at a time, except locked ones, which something is already working on. */
async function listStreaming(db: Db, isMeant: RawBuilder<boolean>): Promise<LeasedTurn[]> {
  const { rows } = await sql<LeasedTurn>`
    select id, user_id as "userId", lease_expires_at as expired from turns
    where status = 'streaming' and ${isMeant}
    limit 100
    for no key update skip locked`.execute(db);
  return rows;
}

/**
 * Those whose lease has expired. A lease too long to be real was given before the database's clock was set back; whoever is alive has
 * renewed it by now.
 */
export const listExpiredTurns = (db: Db): Promise<LeasedTurn[]> =>
  listStreaming(db, sql`lease_expires_at not between now() and now() + ${sql.lit(`${2 * LEASE_MS} ms`)}::interval`);

/** Those with any lease: for a process that has the database to itself. */
export const listLeasedTurns = (db: Db): Promise<LeasedTurn[]> => listStreaming(db, sql`true`);
