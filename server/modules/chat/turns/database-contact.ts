import { LEASE_MS } from '#db/queries/chat/turn-lease.ts';
import { toAppError } from '#server/lib/database-errors.ts';

/**
 * The longest pause between two answers of the database that counts as unbroken contact, in milliseconds: half a lease. An outage that
 * goes unnoticed is shorter, and leaves the others the other half to renew.
 */
const LONGEST_PAUSE_MS = LEASE_MS / 2;

/**
 * How long this process has been in unbroken contact with the database, by its own stopwatch. After an outage, or after this process was
 * suspended, the others may not have had a chance to renew their leases yet.
 */
export function createDatabaseContact() {
  let since: number | null = null;
  let lastAt = 0;

  function onAnswer(): void {
    const now = performance.now();
    if (since === null || now - lastAt > LONGEST_PAUSE_MS) since = now;
    lastAt = now;
  }

  return {
    /** Asks the database something, which shows whether it is there. A refusal is an answer too. */
    ask: async <T>(query: () => Promise<T>): Promise<T> => {
      try {
        const answer = await query();
        onAnswer();
        return answer;
      } catch (error) {
        if (toAppError(error)?.code === 'SERVER_BUSY') onAnswer();
        else since = null;
        throw error;
      }
    },

    /** In milliseconds, up to the last answer. */
    lasts: (): number => (since === null ? 0 : lastAt - since),
  };
}
