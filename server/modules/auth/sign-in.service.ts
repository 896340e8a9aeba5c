import type { SignInMethod } from '#contract/account/session.ts';
import type { Db } from '#db/client.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { countSignIns } from '#db/queries/identity/security-events.ts';
import { noteSignIn } from '#db/queries/identity/users.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { Passed, SessionService, ValidSession } from './session.service.ts';

/** A person who has just authenticated, as their account was then (`AccountRow`). */
export type Person = { id: UserId; email: string; generation: number };
type How<C extends Client> = { client: C; methods: SignInMethod[] } & Passed;
type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  devices: DeviceCookie;
};

/** The last step of every kind of sign-in: logs it, sends a notice about a new device, and creates the session. */
export function createSignIn({ db, clock, sessions, securityLog, devices }: Dependencies) {
  async function note({ id: userId, email }: Person, client: Client): Promise<void> {
    const detail = deviceName(client.userAgent);
    const { all, fromDevice } = await countSignIns(db, userId, detail);
    const kind = all > 0 && fromDevice === 0 ? 'signed_in_new_device' : 'signed_in';
    const { emailsAboutSignIns } = await getProfile(db, userId);
    await noteSignIn(db, userId, await clock.now());
    await securityLog.add(db, { userId, kind, client, detail }, emailsAboutSignIns ? email : null);
    securityLog.emailNotices();
  }

  return {
    /** The cookie in which a browser remembers who has signed in there. */
    deviceCookieName: devices.name,

    /** Returns the Set-Cookie values of a new session. The session that the browser had before ends, even if it was another person's. */
    browser: async (person: Person, how: How<BrowserClient>): Promise<string[]> => {
      const { id, generation } = person;
      const { sessionId } = how.client;
      const replaced = sessionId === null ? null : await sessions.findReplaced(sessionId);
      const cookie = await sessions.start(id, { ...how, generation, replaced });
      await note(person, how.client);
      if (sessionId !== null && replaced !== null) await sessions.end(sessionId);
      return [cookie, devices.after(how.client.devices, normalizeEmail(person.email))];
    },
    /** Creates a session for tokens. */
    script: async (person: Person, how: How<Client>): Promise<ValidSession> => {
      const session = await sessions.startToken(person.id, { ...how, generation: person.generation });
      await note(person, how.client);
      return session;
    },
  };
}
export type SignIn = ReturnType<typeof createSignIn>;
