import { sql } from 'kysely';
import type { Db } from '../client.ts';

type Claim = { now: Date; everyMs: number; leaseMs: number };

/**
 * Claims a chore that runs once in `everyMs`, whichever process asks, for as long as the lease. Returns whether it is this
 * one's to do. A process that dies leaves it to another when its lease is over.
 */
export async function claimChore(db: Db, name: string, { now, everyMs, leaseMs }: Claim): Promise<boolean> {
  const before = new Date(now.getTime() - everyMs);
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const row = await db
    .insertInto('chores')
    .values({ name, leased_until: leasedUntil })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ leased_until: leasedUntil })
        .where(sql<boolean>`(chores.ran_at is null or chores.ran_at <= ${before})`)
        .where(sql<boolean>`(chores.leased_until is null or chores.leased_until <= ${now})`),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** A long chore is still being done. */
export async function extendLease(db: Db, name: string, leasedUntil: Date): Promise<void> {
  await db.updateTable('chores').set({ leased_until: leasedUntil }).where('name', '=', name).execute();
}

/** It is through; the next time is counted from `ranAt`. */
export async function finishChore(db: Db, name: string, ranAt: Date): Promise<void> {
  await db.updateTable('chores').set({ ran_at: ranAt, leased_until: null }).where('name', '=', name).execute();
}
