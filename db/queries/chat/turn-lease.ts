import { sql } from 'kysely';

/**
 * How long a streaming turn belongs to the process that writes it, in milliseconds. It is renewed with every save, so a healthy process
 * may miss a few. After that, another process may end it; until one does, even a late renewal succeeds.
 */
export const LEASE_MS = 6_000;

/** When a lease that is taken or renewed by this statement ends. The clocks of processes may differ, but they share the database's. */
export const leaseFromNow = sql<Date>`now() + ${sql.lit(`${LEASE_MS} ms`)}::interval`;
