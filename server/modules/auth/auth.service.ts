import { randomUUID } from 'node:crypto';
import { formerEmailCutoff } from '#contract/account/ways-in.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { userIdSchema } from '#contract/ids.ts';
import type { Db } from '#db/client.ts';
import { isPublished } from '#db/queries/identity/demo-accounts.ts';
import * as links from '#db/queries/identity/email-links.ts';
import * as users from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { alreadyRegisteredEmail } from '#server/content/emails/sign-up-emails.ts';
import type { DemoSettings } from '#server/config/demo.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isCommonPassword } from '#server/lib/crypto/common-passwords.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { parseUserToken } from '#server/lib/crypto/secrets.ts';
import { cancelLateEmails } from '#server/jobs/account-emails.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import type { Log } from '#server/lib/log.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { WaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import type { AccountEmailAllowance } from './account-email-allowance.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import { areBySamePerson, createConfirmationEmails } from './confirmation-emails.ts';
import { createLateEmails, type Sent } from './late-emails.ts';
import { createPasswordReset } from './password-reset.ts';
import type { SessionService } from './session.service.ts';
import type { Person, SignIn } from './sign-in.service.ts';
import type { Trial } from './trial.ts';

type Dependencies = {
  db: Db;
  demo: DemoSettings;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  signIn: SignIn;
  attempts: AttemptLimiter;
  guesses: PasswordGuesses;
  devices: DeviceCookie;
  accountEmails: AccountEmailAllowance;
  passwords: PasswordQueue;
  trial: Trial;
  securityLog: SecurityLog;
  waysIn: Pick<WaysIn, 'turnOffAfterPassword'>;
  /** Stripe has to follow a change of address. */
  enqueueSync: (trx: Db, change: { userId: UserId; now: Date }) => Promise<void>;
  publicUrl: string;
  log: Log;
};
type Credentials = { email: string; password: string };

export function createAuthService(dependencies: Dependencies) {
  const {
    db,
    demo,
    clock,
    mail,
    signIn,
    attempts,
    accountEmails,
    guesses,
    devices,
    passwords,
    trial,
    securityLog,
    publicUrl,
  } = dependencies;
  const { sendOrSchedule, sendLate } = createLateEmails(dependencies);
  const { sendResetLink, ...passwordReset } = createPasswordReset({ ...dependencies, sendOrSchedule });
  const { sendConfirmation, sendAgain } = createConfirmationEmails({ ...dependencies, sendResetLink });

  /** Notifies the account's owner, if there is one, at most once a day. */
  async function notifyBlocked(email: string, client: Client): Promise<void> {
    if (!(await attempts.takeBlockedNotice(normalizeEmail(email)))) return;
    const account = await users.findAccountByEmail(db, email);
    if (!account?.emailConfirmedAt) return;
    await securityLog.add(db, { userId: account.id, kind: 'attempts_blocked', client }, account.email);
    securityLog.emailNotices();
  }

  async function compare({ email, password }: Credentials) {
    const account = await users.findAccountByEmail(db, email);
    const [pending] = account && !account.emailConfirmedAt ? await links.listPendingSignUps(db, account.id) : [];
    const stored = account?.passwordHash ?? pending?.passwordHash ?? null;
    const isStored = await verifyPassword(password, stored);
    return { account, pending, stored, isRight: isStored && (demo.isOn || !isPublished({ email, password })) };
  }

  /**
   * The user with this address and password. An unknown address and a wrong password throw the same error after the same work. `known` is
   * the cookie in which the browser remembers who has signed in there.
   */
  async function authenticate(input: Credentials, client: Client, known?: string): Promise<Person> {
    const mailbox = normalizeEmail(input.email);
    const { address } = client;
    const guess = { mailbox, password: input.password, address, device: devices.deviceOf(known, mailbox) };
    await attempts.count('sign-in:address', address);
    // Counted inside the queue's turn: a full queue must not use up anyone's attempts.
    const { account, pending, stored, isRight } = await passwords.inTurn(client, async () => {
      await guesses.take(guess, () => notifyBlocked(input.email, client));
      return compare(input);
    });
    if (!isRight || !account || !stored) throw new AppError('INVALID_CREDENTIALS');
    if (!account.emailConfirmedAt) {
      await accountEmails.take('sign-up', account.email, client);
      const carried = { planChoice: null, redirect: null, metadata: {}, ...pending, passwordHash: stored };
      await sendOrSchedule('confirmation', account.email, () => sendConfirmation(account.id, account.email, carried));
      throw new AppError('EMAIL_NOT_CONFIRMED');
    }
    await guesses.giveBack(guess);
    await attempts.giveBack('sign-in:address', address);
    return { id: account.id, email: account.email, generation: account.generation };
  }

  /** The account of a sign-up, created if there is none, and the newest sign-up still waiting for its link. */
  async function addPending(input: Credentials, client: Client) {
    await accountEmails.take('sign-up', input.email, client);
    const newHash = await hashPassword(input.password);
    const now = await clock.now();
    const id = userIdSchema.parse(randomUUID());
    const added = { id, email: input.email, now, formerEmailCutoff: formerEmailCutoff(now) };
    const isNew = await inTransaction(db, (trx) => users.addUser(trx, added));
    const found = await users.findAccountByEmail(db, input.email);
    // Another account had this address until recently, and may get it back.
    const account = found ?? { id, email: input.email, isFormer: true as const };
    const [pending] = await links.listPendingSignUps(db, account.id);
    // Signing up again with the same password shows that it is the same person.
    const isSame = await verifyPassword(input.password, pending?.passwordHash ?? null);
    return { account, isNew, pending, newHash, isSame };
  }

  return {
    /** Known and unknown addresses get the same answer after the same work: the same number of hashes, one email. */
    signUp: async (
      input: Credentials & {
        planChoice?: links.PlanChoice | undefined;
        redirect?: string | undefined;
        metadata?: Record<string, unknown>;
      },
      client: Client,
    ): Promise<Sent> => {
      await attempts.count('sign-up:address', client.address);
      if (await isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      // Both hashes run in one turn, so that a full queue refuses before anything is counted or written.
      const { account, isNew, pending, newHash, isSame } = await passwords.inTurn(client, () =>
        addPending(input, client),
      );
      const { id, email } = account;
      return sendOrSchedule('sign-up', email, async () => {
        const isFormer = 'isFormer' in account;
        if (isFormer || account.emailConfirmedAt)
          return mail.send(alreadyRegisteredEmail({ email, isFormer }, publicUrl));
        await sendConfirmation(id, email, {
          passwordHash: isSame && pending ? pending.passwordHash : newHash,
          planChoice: input.planChoice ?? null,
          redirect: safeRedirectPath(input.redirect) ?? null,
          metadata: input.metadata ?? {},
        }).catch(async (error: unknown) => {
          // An account that nobody can ever confirm isn't kept.
          if (isNew && error instanceof AppError) await users.deleteUnconfirmedUser(db, id);
          throw error;
        });
      });
    },

    authenticate,
    ...passwordReset,

    /** Resends a sign-up's link. The answer is the same, and one email is sent, whether or not we know the address. */
    resendConfirmation: async (email: string, client: Client): Promise<Sent> => {
      await attempts.count('sign-up:address', client.address);
      await accountEmails.take('sign-up', email, client);
      return sendOrSchedule('confirmation', email, () => sendAgain(email));
    },

    /** Sends what the mail server couldn't take before. */
    sendLateEmail: (late: Payload<'account-email'>, { jobId }: Pick<Run, 'jobId'>): Promise<void> =>
      sendLate(late, () => {
        const id = { id: `account ${jobId}` };
        if (late.kind === 'reset') return sendResetLink(late.email, id);
        return sendAgain(late.email, { ...id, isSignUp: late.kind === 'sign-up' });
      }),

    /** Returns the Set-Cookie values of a new session. */
    signIn: async (input: Credentials, client: BrowserClient): Promise<string[]> =>
      signIn.browser(await authenticate(input, client, client.devices), { client, methods: ['password'] }),

    /**
     * Uses up the link, starts the trial if this mailbox has not had one, and signs in. If several passwords are pending, none of them is
     * trusted: the mailbox gets a link to choose one (docs/decisions/013).
     */
    confirmEmail: async (
      token: string,
      client: BrowserClient,
    ): Promise<{ cookies: string[]; planChoice: links.PlanChoice | null; redirect: string | null }> => {
      await attempts.count('confirm:address', client.address);
      const named = parseUserToken<UserId>(token);
      if (!named) throw new AppError('LINK_INVALID');
      const { userId, hash: tokenHash } = named;
      const now = await clock.now();
      const taken = await inTransaction(db, async (trx) => {
        const link = await links.takeLink(trx, { userId, purpose: 'confirm', tokenHash }, now);
        if (!link?.passwordHash) return undefined;
        const { passwordHash } = link;
        const others = await links.listPendingSignUps(trx, userId);
        if (!areBySamePerson([{ ...link, passwordHash }, ...others])) {
          await links.deleteLinksOf(trx, userId, 'confirm');
          const { email, generation } = await users.getAccount(trx, userId);
          return { ...link, email, generation, isDisputed: true };
        }
        const confirmed = await users.confirmEmail(trx, userId, { ...link, passwordHash }, now);
        const { email, generation, wasConfirmed } = confirmed;
        await links.endEmailLinks(trx, userId, now);
        await cancelLateEmails(trx, email);
        if (!wasConfirmed) await trial.startOnce(trx, { userId, email });
        return { ...link, email, generation, isDisputed: false };
      });
      if (!taken) throw new AppError('LINK_INVALID');
      if (taken.isDisputed) {
        await sendOrSchedule('reset', taken.email, () => sendResetLink(taken.email));
        throw new AppError('PASSWORD_WANTED');
      }
      const person = { id: userId, email: taken.email, generation: taken.generation };
      const { planChoice, redirect } = taken;
      return { cookies: await signIn.browser(person, { client, methods: ['link'] }), planChoice, redirect };
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
