import { randomUUID } from 'node:crypto';
import { CONFIRMATION_HOURS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { Db } from '#db/client.ts';
import * as links from '#db/queries/email-links.ts';
import * as users from '#db/queries/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { alreadyConfirmedMail, alreadyRegisteredMail, confirmationMail } from '#server/content/mails/sign-up-mails.ts';
import { noAccountMail } from '#server/content/mails/password-mails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isCommonPassword } from '#server/lib/common-passwords.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import { hashPassword, verifyPassword } from '#server/lib/password-hash.ts';
import type { PasswordQueue } from '#server/lib/password-queue.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import { createPasswordReset } from './password-reset.ts';
import type { SessionService } from './session.service.ts';
import type { Person, SignIn } from './sign-in.ts';
import type { Trial } from './trial.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  signIn: SignIn;
  attempts: AttemptLimiter;
  passwords: PasswordQueue;
  trial: Trial;
  securityLog: SecurityLog;
  publicUrl: string;
};
type Credentials = { email: string; password: string };

/** Several people may have signed up with one address, and none or one of them has the mailbox. */
const isOnePersons = (pending: links.PendingSignUp[]) =>
  pending.every(({ passwordHash }) => passwordHash === pending[0]?.passwordHash);

export function createAuthService(dependencies: Dependencies) {
  const { db, clock, mail, signIn, attempts, passwords, trial, securityLog, publicUrl } = dependencies;
  const { sendResetLink, ...passwordReset } = createPasswordReset(dependencies);

  async function sendConfirmation(userId: UserId, email: string, carried: links.PendingSignUp): Promise<void> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (CONFIRMATION_HOURS * DAY_MS) / 24);
    await links.addLink(db, {
      purpose: 'confirm',
      tokenHash: sha256(token),
      userId,
      ...carried,
      now,
      expiresAt,
    });
    await mail.send(confirmationMail(email, `${publicUrl}/auth/confirm?token=${token}`));
  }

  /** Once for each pause, if there is somebody to tell. */
  async function tellBlocked(email: string, client: Client): Promise<void> {
    const account = await users.findAccountByEmail(db, email);
    if (!account?.emailConfirmedAt) return;
    await securityLog.add(db, { userId: account.id, kind: 'attempts_blocked', client }, account.email);
    await securityLog.tell(account.id);
  }

  async function compare({ email, password }: Credentials) {
    const account = await users.findAccountByEmail(db, email);
    const [pending] = account && !account.emailConfirmedAt ? await links.listPendingSignUps(db, account.id) : [];
    const stored = account?.passwordHash ?? pending?.passwordHash ?? null;
    return { account, pending, stored, isRight: await verifyPassword(password, stored) };
  }

  /** Who has this address and password. Throws the same for an unknown address and a wrong password, after the same work. */
  async function authenticate(input: Credentials, client: Client): Promise<Person> {
    const subject = normalizeEmail(input.email);
    await attempts.count('sign-in:address', client.address);
    // Counted in its turn: a full queue must use up nobody's attempts.
    const { account, pending, stored, isRight } = await passwords.inTurn(client, async () => {
      await attempts.count('sign-in:account', subject, () => tellBlocked(input.email, client));
      return compare(input);
    });
    if (!isRight || !account || !stored) throw new AppError('INVALID_CREDENTIALS');
    if (!account.emailConfirmedAt) {
      await attempts.count('sign-up:account', subject);
      await sendConfirmation(account.id, account.email, {
        planChoice: null,
        redirect: null,
        metadata: {},
        ...pending,
        passwordHash: stored,
      });
      throw new AppError('EMAIL_NOT_CONFIRMED');
    }
    await attempts.forget('sign-in:account', subject);
    return { id: account.id, email: account.email };
  }

  /** The account of a sign-up, made if there is none, and the newest sign-up that waits for its link. */
  async function addPending(input: Credentials) {
    await attempts.count('sign-up:account', normalizeEmail(input.email));
    const newHash = await hashPassword(input.password);
    const now = await clock.now();
    await inTransaction(db, (trx) => users.addUser(trx, { id: randomUUID() as UserId, email: input.email, now })); // reason: a new id gets its brand here
    const account = await users.findAccountByEmail(db, input.email);
    if (!account) throw new AppError('INTERNAL');
    const [pending] = await links.listPendingSignUps(db, account.id);
    // Who signs up again with the same password is the same person.
    const isSame = await verifyPassword(input.password, pending?.passwordHash ?? null);
    return { account, pending, newHash, isSame };
  }

  return {
    /** Known and unknown addresses get the same answer after the same work: as many hashes, one mail. */
    signUp: async (
      input: Credentials & {
        planChoice?: links.PlanChoice | undefined;
        redirect?: string | undefined;
        metadata?: Record<string, unknown>;
      },
      client: Client,
    ): Promise<void> => {
      await attempts.count('sign-up:address', client.address);
      if (isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      // In one turn: a queue that is full then refuses before anything is counted or written.
      const { account, pending, newHash, isSame } = await passwords.inTurn(client, () => addPending(input));
      if (account.emailConfirmedAt) await mail.send(alreadyRegisteredMail(account.email, `${publicUrl}/auth`));
      else
        await sendConfirmation(account.id, account.email, {
          passwordHash: isSame && pending ? pending.passwordHash : newHash,
          planChoice: input.planChoice ?? null,
          redirect: safeRedirectPath(input.redirect) ?? null,
          metadata: input.metadata ?? {},
        });
    },

    authenticate,
    ...passwordReset,

    /** The link of a sign-up once more: the same answer and one mail, whatever the address is to us. */
    resendConfirmation: async (email: string, client: Client): Promise<void> => {
      await attempts.count('sign-up:address', client.address);
      await attempts.count('sign-up:account', normalizeEmail(email));
      const account = await users.findAccountByEmail(db, email);
      if (!account) return mail.send(noAccountMail(email, `${publicUrl}/auth?tab=signup`));
      if (account.emailConfirmedAt) return mail.send(alreadyConfirmedMail(account.email, `${publicUrl}/auth`));
      const pending = await links.listPendingSignUps(db, account.id);
      const [newest] = pending;
      return newest && isOnePersons(pending)
        ? sendConfirmation(account.id, account.email, newest)
        : sendResetLink(account.email);
    },

    /** Returns the Set-Cookie value of a new session. */
    signIn: async (input: Credentials, client: Client): Promise<string> =>
      signIn.browser(await authenticate(input, client), { client, methods: ['password'] }),

    /**
     * Uses the link up, starts the trial if this mailbox has not had one, and signs in. Where several passwords wait, none
     * of them is believed: the mailbox gets a link to choose one (docs/decisions/013).
     */
    confirmEmail: async (
      token: string,
      client: Client,
    ): Promise<{ cookie: string; planChoice: links.PlanChoice | null; redirect: string | null }> => {
      await attempts.count('confirm:address', client.address);
      const now = await clock.now();
      const taken = await inTransaction(db, async (trx) => {
        const link = await links.takeLink(trx, 'confirm', sha256(token), now);
        if (!link?.passwordHash) return undefined;
        const { userId, passwordHash } = link;
        const others = await links.listPendingSignUps(trx, userId);
        if (!isOnePersons([{ ...link, passwordHash }, ...others])) {
          await links.deleteLinksOf(trx, userId, 'confirm');
          return { ...link, email: (await users.getAccount(trx, userId)).email, isDisputed: true };
        }
        const { email, wasConfirmed } = await users.confirmEmail(trx, userId, { ...link, passwordHash }, now);
        await links.deleteLinksOf(trx, userId, 'confirm');
        if (!wasConfirmed) await trial.startOnce(trx, { userId, email });
        return { ...link, email, isDisputed: false };
      });
      if (!taken) throw new AppError('LINK_INVALID');
      if (taken.isDisputed) {
        await sendResetLink(taken.email);
        throw new AppError('PASSWORD_WANTED');
      }
      const person = { id: taken.userId, email: taken.email };
      const { planChoice, redirect } = taken;
      return { cookie: await signIn.browser(person, { client, methods: ['link'] }), planChoice, redirect };
    },
  };
}
