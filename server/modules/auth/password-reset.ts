import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { resetPassword } from '#db/queries/identity/accounts.ts';
import * as links from '#db/queries/identity/email-links.ts';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Db } from '#db/client.ts';
import { noAccountEmail, passwordResetEmail } from '#server/content/emails/password-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import { isCommonPassword } from '#server/lib/crypto/common-passwords.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { randomToken, sha256 } from '#server/lib/crypto/secrets.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { AccountEmailAllowance } from './account-email-allowance.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import type { SessionService } from './session.service.ts';
import type { Person, SignIn } from './sign-in.service.ts';
import type { Trial } from './trial.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  signIn: SignIn;
  attempts: AttemptLimiter;
  guesses: PasswordGuesses;
  accountEmails: AccountEmailAllowance;
  passwords: PasswordQueue;
  trial: Trial;
  securityLog: SecurityLog;
  publicUrl: string;
};

/** A forgotten password: an emailed link, and a new password set through that link. */
export function createPasswordReset(dependencies: Dependencies) {
  const {
    db,
    clock,
    mail,
    sessions,
    signIn,
    attempts,
    accountEmails,
    guesses,
    passwords,
    trial,
    securityLog,
    publicUrl,
  } = dependencies;

  /** One statement and one email, whether or not there is an account. */
  async function sendResetLink(email: string): Promise<void> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + PASSWORD_RESET_MINUTES * 60_000);
    const to = await links.addResetLinkFor(db, { email, tokenHash: sha256(token), now, expiresAt });
    if (to === undefined) await mail.send(noAccountEmail(email, `${publicUrl}/auth?tab=signup`));
    else
      await mail
        .send(passwordResetEmail(to, `${publicUrl}/auth/reset?token=${token}`))
        .catch(async (error: unknown) => {
          // Nobody can receive this link, so it isn't left pending.
          if (error instanceof AppError) await links.takeLink(db, 'reset_password', sha256(token), now);
          throw error;
        });
  }

  /** The link confirms the mailbox: an address that was never confirmed is confirmed now, and its trial begins. */
  async function useLink(trx: Db, tokenHash: string, passwordHash: string, client: Client): Promise<Person> {
    const now = await clock.now();
    const link = await links.takeLink(trx, 'reset_password', tokenHash, now);
    if (!link) throw new AppError('LINK_INVALID');
    const { userId } = link;
    const { email, wasConfirmed } = await resetPassword(trx, userId, passwordHash, now);
    // Any other pending link may have been requested by someone who knew the old password.
    await links.deleteLinksOf(trx, userId);
    await deleteSessionsOf(trx, userId);
    if (!wasConfirmed) await trial.startOnce(trx, { userId, email });
    await securityLog.add(trx, { userId, kind: 'password_reset', client }, email);
    return { id: userId, email };
  }

  return {
    sendResetLink,

    requestPasswordReset: async (email: string, client: Client): Promise<void> => {
      await attempts.count('reset:address', client.address);
      await accountEmails.take('reset', email, client);
      await sendResetLink(email);
    },

    /** Every session ends. Returns the Set-Cookie values of a new one, which still owes its second factor if there is one. */
    resetPassword: async (input: { token: string; password: string }, client: BrowserClient): Promise<string[]> => {
      await attempts.count('confirm:address', client.address);
      const tokenHash = sha256(input.token);
      const userId = await links.findLinkOwner(db, 'reset_password', tokenHash, await clock.now());
      if (userId === undefined) throw new AppError('LINK_INVALID');
      // Checked before the link is used up, so that the person can use it again with another password.
      if (await isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      const passwordHash = await passwords.inTurn(client, () => hashPassword(input.password));
      const person = await sessions.changing(userId, () =>
        inTransaction(db, (trx) => useLink(trx, tokenHash, passwordHash, client)),
      );
      await guesses.forget({ mailbox: normalizeEmail(person.email), address: client.address });
      return signIn.browser(person, { client, methods: ['link'] });
    },
  };
}
