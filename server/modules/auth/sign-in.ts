import type { SignInMethod } from '#contract/account/session.ts';
import type { Db } from '#db/client.ts';
import { getProfile } from '#db/queries/profiles.ts';
import { countSignIns } from '#db/queries/security-events.ts';
import { noteSignIn } from '#db/queries/users.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Client } from '#server/lib/client.ts';
import { deviceName } from '#server/lib/device-name.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { SessionService, ValidSession } from './session.service.ts';

/** Somebody who has just proved who they are. */
export type Person = { id: UserId; email: string };
type How = { client: Client; methods: SignInMethod[]; hasPassedSecondFactor?: boolean };
type Dependencies = { db: Db; clock: Clock; sessions: SessionService; securityLog: SecurityLog };

/** The end of every way of signing in: it is noted, a new device is told of, and a session is made. */
export function createSignIn({ db, clock, sessions, securityLog }: Dependencies) {
  async function note({ id: userId, email }: Person, client: Client): Promise<void> {
    const detail = deviceName(client.userAgent);
    const { all, fromDevice } = await countSignIns(db, userId, detail);
    const kind = all > 0 && fromDevice === 0 ? 'signed_in_new_device' : 'signed_in';
    const { mailsAboutSignIns } = await getProfile(db, userId);
    await noteSignIn(db, userId, await clock.now());
    await securityLog.add(db, { userId, kind, client, detail }, mailsAboutSignIns ? email : null);
    await securityLog.tell(userId);
  }

  return {
    /** Returns the Set-Cookie value of a new session. */
    browser: async (person: Person, how: How): Promise<string> => {
      await note(person, how.client);
      return sessions.start(person.id, how);
    },
    /** A session for tokens. */
    script: async (person: Person, how: How): Promise<ValidSession> => {
      await note(person, how.client);
      return sessions.startToken(person.id, how);
    },
  };
}
export type SignIn = ReturnType<typeof createSignIn>;
