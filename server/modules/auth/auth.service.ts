import { randomUUID } from 'node:crypto';
import { CONFIRMATION_HOURS } from '#contract/auth.ts';
import { DAY_MS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import * as links from '#db/queries/email-links.ts';
import * as users from '#db/queries/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import { hashPassword, verifyPassword } from '#server/lib/password-hash.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { alreadyRegisteredMail, confirmationMail } from './auth-mails.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Person, SignIn } from './sign-in.ts';
import type { Trial } from './trial.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  signIn: SignIn;
  attempts: AttemptLimiter;
  trial: Trial;
  publicUrl: string;
};
type Credentials = { email: string; password: string };

export function createAuthService({ db, clock, mail, signIn, attempts, trial, publicUrl }: Dependencies) {
  async function sendConfirmation(
    userId: UserId,
    email: string,
    passwordHash: string,
    planChoice: links.PlanChoice | null,
  ): Promise<void> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (CONFIRMATION_HOURS * DAY_MS) / 24);
    await links.addLink(db, {
      purpose: 'confirm',
      tokenHash: sha256(token),
      userId,
      passwordHash,
      planChoice,
      now,
      expiresAt,
    });
    await mail.send(confirmationMail(email, `${publicUrl}/auth/confirm?token=${token}`));
  }

  /** Who has this address and password. Throws the same for an unknown address and a wrong password, after the same work. */
  async function authenticate(input: Credentials, client: Client): Promise<Person> {
    const subject = normalizeEmail(input.email);
    await attempts.count('sign-in:address', client.address);
    await attempts.count('sign-in:account', subject);
    const account = await users.findAccountByEmail(db, input.email);
    const pending = account && !account.emailConfirmedAt ? await links.findPendingPassword(db, account.id) : null;
    const stored = account?.passwordHash ?? pending;
    if (!(await verifyPassword(input.password, stored)) || !account || !stored)
      throw new AppError('INVALID_CREDENTIALS');
    if (!account.emailConfirmedAt) {
      await attempts.count('sign-up:account', subject);
      await sendConfirmation(account.id, account.email, stored, null);
      throw new AppError('EMAIL_NOT_CONFIRMED');
    }
    await attempts.forget('sign-in:account', subject);
    return { id: account.id, email: account.email };
  }

  return {
    /** Known and unknown addresses get the same answer after the same work: one hash, one mail. */
    signUp: async (
      input: Credentials & { planChoice?: links.PlanChoice | undefined },
      client: Client,
    ): Promise<void> => {
      await attempts.count('sign-up:address', client.address);
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

    authenticate,

    /** Returns the Set-Cookie value of a new session. */
    signIn: async (input: Credentials, client: Client): Promise<string> =>
      signIn.browser(await authenticate(input, client), { client, methods: ['password'] }),

    /** Uses the link up, starts the trial if this mailbox has not had one, and signs in. */
    confirmEmail: async (
      token: string,
      client: Client,
    ): Promise<{ cookie: string; planChoice: links.PlanChoice | null }> => {
      await attempts.count('confirm:address', client.address);
      const now = await clock.now();
      const taken = await inTransaction(db, async (trx) => {
        const link = await links.takeLink(trx, 'confirm', sha256(token), now);
        if (!link?.passwordHash) return undefined;
        const { email, wasConfirmed } = await users.confirmEmail(trx, link.userId, link.passwordHash, now);
        await links.deleteLinksOf(trx, link.userId, 'confirm');
        if (!wasConfirmed) await trial.startOnce(trx, { userId: link.userId, email });
        return { ...link, email };
      });
      if (!taken) throw new AppError('LINK_INVALID');
      const person = { id: taken.userId, email: taken.email };
      return { cookie: await signIn.browser(person, { client, methods: ['link'] }), planChoice: taken.planChoice };
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
