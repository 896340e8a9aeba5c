import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { formerEmailCutoff } from '#contract/account/ways-in.ts';
import { cancelDeletion, resetPassword } from '#db/queries/identity/accounts.ts';
import * as links from '#db/queries/identity/email-links.ts';
import { restoreEmail } from '#db/queries/identity/former-emails.ts';
import { getBrowserGeneration } from '#db/queries/identity/users.ts';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import { noAccountEmail, passwordResetEmail } from '#server/content/emails/password-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { cancelLateEmails } from '#server/jobs/account-emails.ts';
import { unschedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import { isCommonPassword } from '#server/lib/crypto/common-passwords.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import { hashPassword } from '#server/lib/crypto/password-hash.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { WaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import type { AccountEmailAllowance } from './account-email-allowance.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import type { SendOrSchedule, Sent } from './late-emails.ts';
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
  waysIn: Pick<WaysIn, 'turnOffAfterPassword'>;
  /** Stripe has to follow a change of address. */
  enqueueSync: (trx: Db, change: { userId: UserId; now: Date }) => Promise<void>;
  publicUrl: string;
  sendOrSchedule: SendOrSchedule;
};
type Restored = { userId: UserId; newEmail: string };
type Done = Person & { turnedOff: number };

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
    waysIn,
    enqueueSync,
    publicUrl,
    sendOrSchedule,
  } = dependencies;

  /** One statement and one email, whether or not there is an account. `id` identifies an email that a job sends. */
  async function sendResetLink(email: string, id: { id?: string } = {}): Promise<void> {
    const secret = randomToken();
    const tokenHash = sha256(secret);
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + PASSWORD_RESET_MINUTES * 60_000);
    const link = { email, tokenHash, now, expiresAt, formerEmailCutoff: formerEmailCutoff(now) };
    const owner = await links.addResetLinkFor(db, link);
    if (!owner) return mail.send({ ...noAccountEmail(email, `${publicUrl}/auth?tab=signup`), ...id });
    const { userId } = owner;
    try {
      const url = `${publicUrl}/auth/reset?token=${userToken(userId, secret)}`;
      await mail.send({ ...passwordResetEmail(owner, url), ...id });
    } catch (error) {
      // Nobody can receive this link, so it isn't left pending.
      if (error instanceof AppError) await links.takeLink(db, { userId, purpose: 'reset_password', tokenHash }, now);
      throw error;
    }
  }

  /** Gives the account the address back to which the link was sent. Both addresses are told. */
  async function restore(trx: Db, { userId, newEmail: email }: Restored, client: Client, now: Date): Promise<void> {
    const replaced = await restoreEmail(trx, userId, email);
    if (replaced === undefined) throw new AppError('LINK_INVALID');
    // Whoever replaced the address may also have asked for the account to be deleted.
    if (await cancelDeletion(trx, userId)) await unschedule(trx, 'account-deletion', userId);
    await enqueueSync(trx, { userId, now });
    for (const address of [email, replaced])
      await securityLog.add(trx, { userId, kind: 'email_restored', client, detail: email }, address);
  }

  /** The link confirms the mailbox: an address that was never confirmed is confirmed now, and its trial begins. */
  async function useLink(trx: Db, link: links.LinkKey, passwordHash: string, client: Client): Promise<Done> {
    const now = await clock.now();
    const taken = await links.takeLink(trx, link, now);
    if (!taken) throw new AppError('LINK_INVALID');
    const { userId } = link;
    if (taken.newEmail !== null) await restore(trx, { userId, newEmail: taken.newEmail }, client, now);
    const { email, wasConfirmed } = await resetPassword(trx, userId, passwordHash, { now, ...client });
    // Any other pending link may have been requested by someone who knew the old password.
    await links.endEmailLinks(trx, userId, now);
    await cancelLateEmails(trx, email);
    await deleteSessionsOf(trx, userId);
    if (!wasConfirmed) await trial.startOnce(trx, { userId, email });
    await securityLog.add(trx, { userId, kind: 'password_reset', client }, email);
    const turnedOff = await waysIn.turnOffAfterPassword(trx, { userId, email, client, isReset: true });
    return { id: userId, email, generation: await getBrowserGeneration(trx, userId), turnedOff };
  }

  return {
    sendResetLink,

    requestPasswordReset: async (email: string, client: Client): Promise<Sent> => {
      await attempts.count('reset:address', client.address);
      await accountEmails.take('reset', email, client);
      return sendOrSchedule('reset', email, () => sendResetLink(email));
    },

    /**
     * Every session ends, and what is new is turned off: `turnedOff` says how much. Returns the Set-Cookie values of a
     * new session, which still owes its second factor if there is one. In it, the link counts as a re-authentication.
     */
    resetPassword: async (
      input: { token: string; password: string },
      client: BrowserClient,
    ): Promise<{ userId: UserId; cookies: string[]; turnedOff: number }> => {
      await attempts.count('confirm:address', client.address);
      const named = parseUserToken<UserId>(input.token);
      if (!named) throw new AppError('LINK_INVALID');
      const { userId, hash: tokenHash } = named;
      const link = { userId, purpose: 'reset_password', tokenHash } as const;
      if (!(await links.isLinkValid(db, link, await clock.now()))) throw new AppError('LINK_INVALID');
      // Checked before the link is used up, so that the person can use it again with another password.
      if (await isCommonPassword(input.password)) throw new AppError('COMMON_PASSWORD');
      const passwordHash = await passwords.inTurn(client, () => hashPassword(input.password));
      const person = await sessions
        .changing(userId, () => inTransaction(db, (trx) => useLink(trx, link, passwordHash, client)))
        .catch((error: unknown) => {
          // Another account has got the former address meanwhile.
          throw brokenUniqueConstraint(error) === null ? error : new AppError('LINK_INVALID');
        });
      await guesses.forget({ mailbox: normalizeEmail(person.email), address: client.address });
      const cookies = await signIn.browser(person, { client, methods: ['link'], isReauthentication: true });
      return { userId, cookies, turnedOff: person.turnedOff };
    },
  };
}
