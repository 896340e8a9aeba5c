import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { resetPassword } from '#db/queries/accounts.ts';
import * as links from '#db/queries/email-links.ts';
import { deleteSessionsOf } from '#db/queries/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Db } from '#db/client.ts';
import { noAccountMail, passwordResetMail } from '#server/content/mails/password-mails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { isCommonPassword } from '#server/lib/common-passwords.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { PasswordQueue } from '#server/lib/password-queue.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
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

/** A forgotten password: a link by mail, and a new password by that link. */
export function createPasswordReset(dependencies: Dependencies) {
  const { db, clock, mail, sessions, signIn, attempts, passwords, trial, securityLog, publicUrl } = dependencies;

  /** One statement and one mail, whether or not there is an account. */
  async function sendResetLink(email: string): Promise<void> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + PASSWORD_RESET_MINUTES * 60_000);
    const to = await links.addResetLinkFor(db, { email, tokenHash: sha256(token), now, expiresAt });
    if (to === undefined) await mail.send(noAccountMail(email, `${publicUrl}/auth?tab=signup`));
    else await mail.send(passwordResetMail(to, `${publicUrl}/auth/reset?token=${token}`));
  }

  /** The link proves the mailbox: an address that was never confirmed is now, and its trial begins. */
  async function useLink(trx: Db, tokenHash: string, passwordHash: string, client: Client): Promise<Person> {
    const now = await clock.now();
    const link = await links.takeLink(trx, 'reset_password', tokenHash, now);
    if (!link) throw new AppError('LINK_INVALID');
    const { userId } = link;
    const { email, wasConfirmed } = await resetPassword(trx, userId, passwordHash, now);
    // Whatever else is on its way may have been asked for by whoever knew the old password.
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
      await attempts.count('reset:account', normalizeEmail(email));
      await sendResetLink(email);
    },

    /** Every session ends. Returns the Set-Cookie value of a new one, which still owes its second factor if there is one. */
    resetPassword: async (input: { token: string; password: string }, client: Client): Promise<string> => {
      await attempts.count('confirm:address', client.address);
      const tokenHash = sha256(input.token);
      const userId = await links.findLinkOwner(db, 'reset_password', tokenHash, await clock.now());
      if (userId === undefined) throw new AppError('LINK_INVALID');
      // Before the link is used up, so that it is still good for another choice.
      if (isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      const passwordHash = await passwords.inTurn(client, () => hashPassword(input.password));
      const person = await sessions.changing(userId, () =>
        inTransaction(db, (trx) => useLink(trx, tokenHash, passwordHash, client)),
      );
      await attempts.forget('sign-in:account', normalizeEmail(person.email));
      return signIn.browser(person, { client, methods: ['link'] });
    },
  };
}
