import type { Db } from '#db/client.ts';
import { LEASE_MS, listExpiredTurns, listLeasedTurns } from '#db/queries/chat/turn-lease.ts';
import { settleTurn, type TurnKey } from '#db/queries/chat/turns.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { createDatabaseContact } from './database-contact.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Whether this process is writing the turn. */
  isOurs: (turn: TurnKey) => boolean;
};

/** Ends turns whose process is gone: marks them as interrupted, with what was saved. */
export function createDeadTurns({ db, clock, log, isOurs }: Dependencies) {
  const contact = createDatabaseContact();

  async function endAll(dead: Awaited<ReturnType<typeof listExpiredTurns>>): Promise<void> {
    for (const turn of dead) {
      if (isOurs(turn)) continue;
      const asSaved = { content: null, spentMicroUsd: null, givesBack: true, now: await clock.now() };
      try {
        const end = { ...turn, status: 'interrupted' as const, failure: null, ...asSaved };
        if (await contact.ask(() => settleTurn(db, end)))
          log.warn({ event: 'turn interrupted', turn: turn.id }, 'settled a turn whose process is gone');
      } catch (error) {
        // Its rows may be locked; the others don't wait for that.
        log.warn({ event: 'settle failed', turn: turn.id, err: error }, 'a turn whose process is gone was not settled');
      }
    }
  }

  return {
    /**
     * Those whose lease has expired. Leases also expire while the database is away, so a process judges the others only after it has itself
     * been in contact with the database for a whole lease: by then, whoever is alive has renewed.
     */
    sweep: async (): Promise<void> => {
      const expired = await contact.ask(() => listExpiredTurns(db));
      if (contact.lasts() >= LEASE_MS) await endAll(expired);
    },

    /** Those that an earlier process left behind, whatever their lease: for the only process on its database. */
    settleLeftovers: async (): Promise<void> => endAll(await listLeasedTurns(db)),
  };
}
