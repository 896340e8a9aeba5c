import { randomUUID } from 'node:crypto';
import { CONFIRMATION_HOURS } from '#contract/auth.ts';
import { DAY_MS, TRIAL_DAYS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import * as confirmations from '#db/queries/email-confirmations.ts';
import { claimTrial, startTrial } from '#db/queries/trials.ts';
import * as users from '#db/queries/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import { hashPassword, verifyPassword } from '#server/lib/password-hash.ts';
import { randomToken, sha256, type KeyedHash } from '#server/lib/secrets.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { alreadyRegisteredMail, confirmationMail } from './auth-mails.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { SessionService } from './session.service.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  attempts: AttemptLimiter;
  trialHash: KeyedHash;
  /** The same under earlier master keys. */
  previousTrialHashes: KeyedHash[];
  publicUrl: string;
};
type Credentials = { email: string; password: string };

export function createAuthService({
  db,
  clock,
  mail,
  sessions,
  attempts,
  trialHash,
  previousTrialHashes,
  publicUrl,
}: Dependencies) {
  async function sendConfirmation(
    userId: UserId,
    email: string,
    passwordHash: string,
    planChoice: confirmations.PlanChoice | null,
  ): Promise<void> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (CONFIRMATION_HOURS * DAY_MS) / 24);
    await confirmations.addConfirmation(db, {
      tokenHash: sha256(token),
      userId,
      passwordHash,
      planChoice,
      now,
      expiresAt,
    });
    await mail.send(confirmationMail(email, `${publicUrl}/auth/confirm?token=${token}`));
  }

  return {
    /** Known and unknown addresses get the same answer after the same work: one hash, one mail. */
    signUp: async (
      input: Credentials & { planChoice?: confirmations.PlanChoice | undefined },
      clientAddress: string,
    ): Promise<void> => {
      await attempts.count('sign-up:address', clientAddress);
      await attempts.count('sign-up:account', normalizeEmail(input.email));
      if (isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      const passwordHash = await hashPassword(input.password);
      const now = await clock.now();
      await inTransaction(db, (trx) => users.addUser(trx, { id: randomUUID() as UserId, email: input.email, now })); // reason: a new id gets its brand here
      const account = await users.findAccountByEmail(db, input.email);
      if (!account) throw new AppError('INTERNAL');
      if (account.emailConfirmedAt) await mail.send(alreadyRegisteredMail(account.email, `${publicUrl}/auth`));
      else await sendConfirmation(account.id, account.email, passwordHash, input.planChoice ?? null);
    },

    /** Returns the Set-Cookie value of a new session. */
    signIn: async (input: Credentials, clientAddress: string): Promise<string> => {
      const subject = normalizeEmail(input.email);
      await attempts.count('sign-in:address', clientAddress);
      await attempts.count('sign-in:account', subject);
      const account = await users.findAccountByEmail(db, input.email);
      const pending =
        account && !account.emailConfirmedAt ? await confirmations.findPendingPassword(db, account.id) : null;
      const stored = account?.passwordHash ?? pending;
      if (!(await verifyPassword(input.password, stored)) || !account || !stored)
        throw new AppError('INVALID_CREDENTIALS');
      if (!account.emailConfirmedAt) {
        await attempts.count('sign-up:account', subject);
        await sendConfirmation(account.id, account.email, stored, null);
        throw new AppError('EMAIL_NOT_CONFIRMED');
      }
      await attempts.forget('sign-in:account', subject);
      return sessions.start(account.id);
    },

    /** Uses the link up, starts the trial if this mailbox has not had one, and signs in. */
    confirmEmail: async (
      token: string,
      clientAddress: string,
    ): Promise<{ cookie: string; planChoice: confirmations.PlanChoice | null }> => {
      await attempts.count('confirm:address', clientAddress);
      const now = await clock.now();
      const taken = await inTransaction(db, async (trx) => {
        const confirmation = await confirmations.takeConfirmation(trx, sha256(token), now);
        if (!confirmation) return undefined;
        const { email, wasConfirmed } = await users.confirmEmail(
          trx,
          confirmation.userId,
          confirmation.passwordHash,
          now,
        );
        await confirmations.deleteConfirmationsOf(trx, confirmation.userId);
        const mailbox = normalizeEmail(email);
        const earlier = previousTrialHashes.map((hash) => hash(mailbox));
        if (!wasConfirmed && (await claimTrial(trx, trialHash(mailbox), earlier, now))) {
          await startTrial(trx, confirmation.userId, new Date(now.getTime() + TRIAL_DAYS * DAY_MS), now);
        }
        return confirmation;
      });
      if (!taken) throw new AppError('LINK_INVALID');
      return { cookie: await sessions.start(taken.userId), planChoice: taken.planChoice };
    },
  };
}
