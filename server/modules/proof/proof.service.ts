import { randomInt } from 'node:crypto';
import type { AuthenticationResponse } from '#contract/account/passkeys.ts';
import { PROOF_CODE_MINUTES } from '#contract/account/proof.ts';
import { isFreshProof, type SignInMethod } from '#contract/account/session.ts';
import type { Db } from '#db/client.ts';
import { addLink, deleteLinksOf, takeLink } from '#db/queries/email-links.ts';
import { listFactors } from '#db/queries/factors.ts';
import { listPasskeys } from '#db/queries/passkeys.ts';
import { getAccount } from '#db/queries/users.ts';
import { inTransaction } from '#db/transaction.ts';
import { proofCodeMail } from '#server/content/mails/proof-code-mail.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import type { PasswordQueue } from '#server/lib/password-queue.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { CodeAttempts } from '#server/modules/factors/code-attempts.service.ts';
import type { FactorsService } from '#server/modules/factors/factors.service.ts';
import type { RecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import type { PasskeysService } from '#server/modules/passkeys/passkeys.service.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  passwords: PasswordQueue;
  codeAttempts: CodeAttempts;
  attempts: { count: (kind: 'proof-mail:person', subject: string) => Promise<void> };
  factors: FactorsService;
  recoveryCodes: RecoveryCodes;
  passkeys: PasskeysService;
  /** Of codes sent by mail. */
  hash: KeyedHash;
};
type Way = 'password' | 'email';

/** The step before a sensitive change: whoever sits there shows once more that they are the owner. */
export function createProofService(dependencies: Dependencies) {
  const { db, clock, mail, sessions, passwords, codeAttempts, attempts, factors, recoveryCodes, passkeys, hash } =
    dependencies;

  /** With a second factor nothing less than it proves; without one a password, a passkey or a code by mail does. */
  async function ways(session: ValidSession) {
    const { userId } = session;
    const [account, allFactors, keys] = [
      await getAccount(db, userId),
      await listFactors(db, userId),
      await listPasskeys(db, userId),
    ];
    const verified = allFactors.filter(({ status }) => status === 'verified');
    const hasPassword = account.passwordHash !== null;
    return {
      isFresh: isFreshProof(session.provedAt, await clock.now()),
      password: verified.length === 0 && hasPassword,
      factors: verified.map(({ id, factorType, friendlyName }) => ({ id: id as string, factorType, friendlyName })), // reason: brands stay on the server
      passkey: keys.length > 0,
      // As good as a forgotten password, whose link comes the same way.
      email: verified.length === 0,
    };
  }

  async function demand(session: ValidSession, way: Way): Promise<void> {
    if (!(await ways(session))[way]) throw new AppError('PROOF_NEEDED');
  }

  /** Notes the proof. The old cookie opens nothing from then on. */
  async function proved(session: ValidSession, method: SignInMethod, isSecondFactor = false): Promise<string | null> {
    const change = { method, isSecondFactor, endOthers: false };
    const cookie = await sessions.changing(session.userId, () =>
      inTransaction(db, (trx) => sessions.secure(trx, session, change)),
    );
    await codeAttempts.forget(session);
    return cookie;
  }

  // Six digits alone would be the same hash for everybody who was sent them.
  const hashOf = ({ userId }: ValidSession, code: string) => hash(`${userId}:${code}`);

  return {
    ways,

    password: async (session: ValidSession, password: string, client: Client): Promise<string | null> => {
      await demand(session, 'password');
      const isRight = await passwords.inTurn(client, async () => {
        await codeAttempts.count(session, client);
        return verifyPassword(password, (await getAccount(db, session.userId)).passwordHash);
      });
      if (!isRight) throw new AppError('PASSWORD_WRONG');
      return proved(session, 'password');
    },

    sendEmailCode: async (session: ValidSession): Promise<void> => {
      const { userId, email } = session;
      await demand(session, 'email');
      await attempts.count('proof-mail:person', userId);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const now = await clock.now();
      const expiresAt = new Date(now.getTime() + PROOF_CODE_MINUTES * 60_000);
      await inTransaction(db, async (trx) => {
        await deleteLinksOf(trx, userId, 'prove');
        await addLink(trx, { purpose: 'prove', tokenHash: hashOf(session, code), userId, now, expiresAt });
      });
      await mail.send(proofCodeMail(email, code));
    },

    emailCode: async (session: ValidSession, code: string, client: Client): Promise<string | null> => {
      await demand(session, 'email');
      await codeAttempts.count(session, client);
      if (!(await takeLink(db, 'prove', hashOf(session, code), await clock.now()))) throw new AppError('CODE_INVALID');
      return proved(session, 'email');
    },

    factor: (
      session: ValidSession,
      given: { factorId: string; challengeId: string; code: string },
      client: Client,
    ): Promise<string | null> => factors.prove(session, given, client),

    recoveryCode: async (session: ValidSession, code: string, client: Client): Promise<string | null> =>
      (await recoveryCodes.use(session, code, client)).cookie,

    passkeyOptions: ({ userId }: ValidSession) => passkeys.proofOptions(userId),

    passkey: async (session: ValidSession, answer: AuthenticationResponse, client: Client): Promise<string | null> => {
      await codeAttempts.count(session, client);
      await passkeys.prove(session.userId, answer);
      return proved(session, 'passkey', true);
    },
  };
}
