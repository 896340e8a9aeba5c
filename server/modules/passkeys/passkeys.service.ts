import { PASSKEY_CHALLENGE_MINUTES, PASSKEYS_MAX } from '#contract/account/factor-limits.ts';
import type { AuthenticationResponse, RegistrationResponse } from '#contract/account/passkeys.ts';
import { plainName } from '#contract/quoted-name.ts';
import type { Db } from '#db/client.ts';
import * as challenges from '#db/queries/second-factor/passkey-challenges.ts';
import * as passkeys from '#db/queries/second-factor/passkeys.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { CodeAttempts } from '#server/modules/factors/code-attempts.service.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SignIn } from '#server/modules/auth/sign-in.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { challengeIn, createWebauthn, userIdIn } from './webauthn.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  signIn: SignIn;
  codeAttempts: Pick<CodeAttempts, 'remember'>;
  attempts: {
    count: (
      kind: 'passkey:address' | 'passkey-options:address' | 'passkey-options:person',
      subject: string,
    ) => Promise<void>;
  };
  publicUrl: string;
};
type Added = { id: string; friendlyName: string; cookie: string | null };

const toPasskey = ({ id, friendlyName, createdAt, lastUsedAt, isBackedUp }: passkeys.PasskeyRow) => ({
  id,
  friendlyName: plainName(friendlyName),
  isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export function createPasskeysService(dependencies: Dependencies) {
  const { db, clock, sessions, securityLog, signIn, codeAttempts, attempts, publicUrl } = dependencies;
  const webauthn = createWebauthn(publicUrl);

  /** Stores a hash of the challenge that has to be signed. */
  async function asked<T extends { challenge: string }>(options: T, userId: UserId | null): Promise<T> {
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + PASSKEY_CHALLENGE_MINUTES * 60_000);
    await challenges.addPasskeyChallenge(db, { challengeHash: sha256(options.challenge), userId, now, expiresAt });
    return options;
  }

  /** Uses up the challenge, whatever the outcome. */
  async function takeChallenge(answer: { response: { clientDataJSON: string } }, userId: UserId | null) {
    const challenge = challengeIn(answer);
    const isOurs = await challenges.takePasskeyChallenge(db, sha256(challenge), userId, await clock.now());
    if (!isOurs) throw new AppError('PASSKEY_REFUSED');
    return challenge;
  }

  /** Checks the signature, and that the key's counter has advanced. */
  async function check(answer: AuthenticationResponse, challenge: string, key: passkeys.PasskeyRow): Promise<void> {
    const use = await webauthn.checkAuthentication(answer, challenge, key);
    const { userId, id } = key;
    if (!(await passkeys.notePasskeyUse(db, { userId, id, ...use, now: await clock.now() })))
      throw new AppError('PASSKEY_REFUSED');
  }

  return {
    list: async (userId: UserId) => (await passkeys.listPasskeys(db, userId)).map(toPasskey),

    addOptions: async ({ userId, email }: ValidSession) => {
      await attempts.count('passkey-options:person', userId);
      return asked(
        await webauthn.registrationOptions({ userId, email }, await passkeys.listPasskeys(db, userId)),
        userId,
      );
    },

    add: async (
      session: ValidSession,
      { friendlyName, response }: { friendlyName: string; response: RegistrationResponse },
      client: Client,
    ): Promise<Added> => {
      const { userId, email } = session;
      const key = await webauthn.checkRegistration(response, await takeChallenge(response, userId));
      const transports = response.response.transports ?? [];
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          if ((await passkeys.listPasskeys(trx, userId)).length >= PASSKEYS_MAX) throw new AppError('TOO_MANY_FACTORS');
          const now = await clock.now();
          if (!(await passkeys.addPasskey(trx, { ...key, userId, friendlyName, transports, now, ...client })))
            throw new AppError('PASSKEY_REFUSED');
          await securityLog.add(trx, { userId, kind: 'passkey_added', client, detail: friendlyName }, email);
          return sessions.secure(trx, session, { endOthers: true });
        }),
      );
      securityLog.emailNotices();
      return { id: key.id, friendlyName, cookie };
    },

    rename: async (userId: UserId, id: string, friendlyName: string): Promise<void> => {
      if (!(await passkeys.renamePasskey(db, userId, id, friendlyName))) throw new AppError('NOT_FOUND');
    },

    /** Returns the Set-Cookie value of this session, if it got a new one. */
    remove: async (session: ValidSession, id: string, client: Client): Promise<string | null> => {
      const { userId, email } = session;
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const all = await passkeys.listPasskeys(trx, userId);
          const key = all.find((one) => one.id === id);
          if (!key) throw new AppError('NOT_FOUND');
          if (all.length === 1 && !(await passkeys.hasOtherWayIn(trx, userId))) throw new AppError('LAST_WAY_IN');
          await passkeys.deletePasskey(trx, userId, id);
          await securityLog.add(trx, { userId, kind: 'passkey_removed', client, detail: key.friendlyName }, email);
          return sessions.secure(trx, session, { endOthers: true });
        }),
      );
      securityLog.emailNotices();
      return cookie;
    },

    signInOptions: async (client: Client) => {
      await attempts.count('passkey-options:address', client.address);
      return asked(await webauthn.authenticationOptions(), null);
    },

    /** Returns the Set-Cookie values of a new session. A key that verifies its owner counts as both factors. */
    signIn: async (answer: AuthenticationResponse, client: BrowserClient): Promise<string[]> => {
      await attempts.count('passkey:address', client.address);
      const challenge = await takeChallenge(answer, null);
      const key = await passkeys.findPasskeyForSignIn(db, userIdIn(answer), answer.id);
      if (!key) throw new AppError('PASSKEY_REFUSED');
      await check(answer, challenge, key);
      const person = { id: key.userId, email: key.email, generation: key.generation };
      const cookies = await signIn.browser(person, { client, methods: ['passkey'], hasPassedSecondFactor: true });
      return [...cookies, ...(await codeAttempts.remember({ userId: key.userId, kind: 'browser' }, client))];
    },

    reauthenticationOptions: async (userId: UserId) => {
      await attempts.count('passkey-options:person', userId);
      return asked(await webauthn.authenticationOptions(await passkeys.listPasskeys(db, userId)), userId);
    },

    /** Throws unless the answer is signed by one of the person's own keys. */
    reauthenticate: async (userId: UserId, answer: AuthenticationResponse): Promise<void> => {
      const challenge = await takeChallenge(answer, userId);
      // A key that was named in the options may leave its user handle out.
      if (answer.response.userHandle && userIdIn(answer) !== userId) throw new AppError('PASSKEY_REFUSED');
      const key = await passkeys.findPasskey(db, userId, answer.id);
      if (!key) throw new AppError('PASSKEY_REFUSED');
      await check(answer, challenge, key);
    },

    sweep: async (): Promise<void> => challenges.deleteExpiredPasskeyChallenges(db, await clock.now()),
  };
}
export type PasskeysService = ReturnType<typeof createPasskeysService>;
