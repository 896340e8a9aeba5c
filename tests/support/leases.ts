import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { LEASE_MS } from '#db/queries/chat/turn-lease.ts';
import type { TestApp } from './test-app.ts';

const SWEEP_EVERY_MS = 1_000;

/** From now on the stopwatch of this process moves only in `sweepFor`. */
export const holdStopwatch = () => vi.useFakeTimers({ toFake: ['performance'] });

/** The leases of all running turns run out, as they do when nobody renews them. */
export async function expireLeases(db: Db): Promise<void> {
  await sql`update turns set lease_expires_at = now() - interval '1 second' where status = 'streaming'`.execute(db);
}

/** One process looks for dead turns again and again, as it does once a second, until this much time has passed. */
export async function sweepFor({ container }: TestApp, ms: number): Promise<void> {
  await container.sweep();
  for (let passed = 0; passed < ms; passed += SWEEP_EVERY_MS) {
    vi.advanceTimersByTime(SWEEP_EVERY_MS);
    await container.sweep();
  }
}

/** After this long in contact with the database, a process judges the others. */
export const sweepForALease = (app: TestApp): Promise<void> => sweepFor(app, LEASE_MS);
