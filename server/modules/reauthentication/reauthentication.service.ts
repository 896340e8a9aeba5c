import type { AuthenticationResponse } from '#contract/account/passkeys.ts';
import { REAUTHENTICATION_CODE_MINUTES } from '#contract/account/reauthentication.ts';
import { isRecentAuthentication, type SignInMethod } from '#contract/account/session.ts';
import { plainName } from '#contract/quoted-name.ts';
import type { Db } from '#db/client.ts';
import { addLink, deleteLinksOf, takeLink } from '#db/queries/identity/email-links.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import { listPasskeys } from '#db/queries/second-factor/passkeys.ts';
import { getAccount } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import { reauthenticationCodeEmail } from '#server/content/emails/reauthentication-code-email.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { sendNow } from '#server/lib/email/mail-refusal.ts';
import type { CodeClient } from '#server/lib/request/client.ts';
import { verifyPassword } from '#server/lib/crypto/password-hash.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { sixDigitCode, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { CodeAttempts, CodePlace } from '#server/modules/factors/code-attempts.service.ts';
import type { FactorAnswer, FactorsService } from '#server/modules/factors/factors.service.ts';
import type { RecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import type { PasskeysService } from '#server/modules/passkeys/passkeys.service.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  passwords: PasswordQueue;
  codeAttempts: CodeAttempts;
  attempts: { count: (kind: 'reauthentication-email:person', subject: string) => Promise<void> };
  factors: FactorsService;
  recoveryCodes: RecoveryCodes;
  passkeys: PasskeysService;
  /** Hashes codes sent by email. */
  hash: KeyedHash;
};
type Way = 'password' | 'email';

/** Re-authentication before a sensitive change: the person at the keyboard shows again that they own the account. */
export function createReauthenticationService(dependencies: Dependencies) {
  const { db, clock, mail, sessions, passwords, codeAttempts, attempts, factors, recoveryCodes, passkeys, hash } =
    dependencies;

  /** With a second factor, only that will do; without one, a password, a passkey or an emailed code is enough. */
  async function ways(session: ValidSession) {
    const { userId } = session;
    const [account, allFactors, keys] = await Promise.all([
      getAccount(db, userId),
      listFactors(db, userId),
      listPasskeys(db, userId),
    ]);
    const verified = allFactors.filter(({ status }) => status === 'verified');
    const hasPassword = account.passwordHash !== null;
    return {
      isFresh: isRecentAuthentication(session.authenticatedAt, await clock.now()),
      password: verified.length === 0 && hasPassword,
      factors: verified.map(({ id, factorType, friendlyName }) => ({
        id: id as string, // reason: brands stay on the server
        factorType,
        friendlyName: plainName(friendlyName),
      })),
      passkey: keys.length > 0,
      // As strong as a password reset, whose link is emailed to the same mailbox.
      email: verified.length === 0,
    };
  }

  async function demand(session: ValidSession, way: Way): Promise<void> {
    if (!(await ways(session))[way]) throw new AppError('REAUTHENTICATION_NEEDED');
  }

  /** Records the re-authentication. From then on, the old cookie grants no access. */
  async function noteReauthentication(
    session: ValidSession,
    method: SignInMethod,
    place: CodePlace,
  ): Promise<string[]> {
    const change = { method, isSecondFactor: method === 'passkey', isReauthentication: true, endOthers: false };
    const cookie = await sessions.changing(session.userId, () =>
      inTransaction(db, (trx) => sessions.secure(trx, session, change)),
    );
    await codeAttempts.giveBack(place);
    return cookie === null ? [] : [cookie];
  }

  // Hashing the six digits alone would give everyone with the same code the same hash.
  const hashOf = ({ userId }: ValidSession, code: string) => hash(`${userId}:${code}`);

  return {
    ways,

    password: async (session: ValidSession, password: string, client: CodeClient): Promise<string[]> => {
      await demand(session, 'password');
      const { isRight, place } = await passwords.inTurn(client, async () => ({
        place: await codeAttempts.take(session, client),
        isRight: await verifyPassword(password, (await getAccount(db, session.userId)).passwordHash),
      }));
      if (!isRight) throw new AppError('PASSWORD_WRONG');
      return noteReauthentication(session, 'password', place);
    },

    sendEmailCode: async (session: ValidSession): Promise<void> => {
      const { userId, email } = session;
      await demand(session, 'email');
      await attempts.count('reauthentication-email:person', userId);
      const code = sixDigitCode();
      const now = await clock.now();
      const expiresAt = new Date(now.getTime() + REAUTHENTICATION_CODE_MINUTES * 60_000);
      await inTransaction(db, async (trx) => {
        await deleteLinksOf(trx, userId, 'reauthenticate');
        await addLink(trx, { purpose: 'reauthenticate', tokenHash: hashOf(session, code), userId, now, expiresAt });
      });
      await sendNow(() => mail.send(reauthenticationCodeEmail(email, code)));
    },

    emailCode: async (session: ValidSession, code: string, client: CodeClient): Promise<string[]> => {
      await demand(session, 'email');
      const place = await codeAttempts.take(session, client);
      const link = { userId: session.userId, purpose: 'reauthenticate', tokenHash: hashOf(session, code) } as const;
      if (!(await takeLink(db, link, await clock.now()))) throw new AppError('CODE_INVALID');
      return noteReauthentication(session, 'email', place);
    },

    factor: (session: ValidSession, given: FactorAnswer, client: CodeClient): Promise<string[]> =>
      factors.reauthenticate(session, given, client),

    recoveryCode: async (session: ValidSession, code: string, client: CodeClient): Promise<string[]> =>
      (await recoveryCodes.use(session, code, client)).cookies,

    passkeyOptions: ({ userId }: ValidSession) => passkeys.reauthenticationOptions(userId),

    passkey: async (session: ValidSession, answer: AuthenticationResponse, client: CodeClient): Promise<string[]> => {
      const place = await codeAttempts.take(session, client);
      await passkeys.reauthenticate(session.userId, answer);
      const cookies = await noteReauthentication(session, 'passkey', place);
      return [...cookies, ...(await codeAttempts.remember(session, client))];
    },
  };
}
export type ReauthenticationService = ReturnType<typeof createReauthenticationService>;
