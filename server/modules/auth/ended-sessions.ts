import type { Db } from '#db/client.ts';
import * as sessions from '#db/queries/sessions/sessions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { parseUserToken } from '#server/lib/crypto/secrets.ts';
import { isRunning } from './lucia-adapter.ts';

/** The session that a browser had before its person signed in again. */
export type ReplacedSession = { userId: UserId; hash: string };

/** Tells a session that was ended from one that ran out (SESSION-6). */
export function createEndedSessions({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Whose session a cookie names, if that session was ended, by its owner or with their account; null if it is live
     * or ran out, because the row of one that ran out outlives its cookie, or if it has a new secret, whose cookie may
     * be on its way.
     */
    endedOwner: async (sessionId: string): Promise<UserId | null> => {
      const named = parseUserToken<UserId>(sessionId);
      return named && !(await sessions.isSessionKnown(db, named.userId, named.hash)) ? named.userId : null;
    },

    /** The session behind a cookie, whether or not it ran out; null if there is none. */
    findReplaced: async (sessionId: string): Promise<ReplacedSession | null> => {
      const named = parseUserToken<UserId>(sessionId);
      return named && (await sessions.findSession(db, named.userId, named.hash)) ? named : null;
    },

    /** Whether a session is there and hasn't run out. */
    isThere: async ({ userId, publicId }: { userId: UserId; publicId: string }): Promise<boolean> => {
      const row = await sessions.findSessionByPublicId(db, userId, publicId);
      return row !== undefined && isRunning(row, await clock.now());
    },
  };
}
