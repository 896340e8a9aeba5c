import { CONFIRMATION_HOURS } from '#contract/account/account-times.ts';
import { formerEmailCutoff } from '#contract/account/ways-in.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as links from '#db/queries/identity/email-links.ts';
import { isFormerEmail } from '#db/queries/identity/former-emails.ts';
import * as users from '#db/queries/identity/users.ts';
import type { UserId } from '#db/types.gen.ts';
import { noAccountEmail } from '#server/content/emails/password-emails.ts';
import {
  alreadyConfirmedEmail,
  alreadyRegisteredEmail,
  confirmationEmail,
} from '#server/content/emails/sign-up-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  publicUrl: string;
  sendResetLink: (email: string, id?: { id?: string }) => Promise<void>;
};

/** Several people may have signed up with one address, and one of them or none may own the mailbox. */
export const areBySamePerson = (pending: links.PendingSignUp[]) =>
  pending.every(({ passwordHash }) => passwordHash === pending[0]?.passwordHash);

/** The emails that a sign-up waits for. */
export function createConfirmationEmails({ db, clock, mail, publicUrl, sendResetLink }: Dependencies) {
  const signUp = `${publicUrl}/auth?tab=signup`;

  /** `id` identifies an email that a job sends. */
  async function sendConfirmation(
    userId: UserId,
    email: string,
    carried: links.PendingSignUp,
    id: { id?: string } = {},
  ): Promise<void> {
    const secret = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (CONFIRMATION_HOURS * DAY_MS) / 24);
    const key = { userId, purpose: 'confirm', tokenHash: sha256(secret) } as const;
    await links.addLink(db, { ...key, ...carried, now, expiresAt });
    try {
      const link = `${publicUrl}/auth/confirm?token=${userToken(userId, secret)}`;
      await mail.send({ ...confirmationEmail(email, link), ...id });
    } catch (error) {
      // Nobody can receive this link, so it isn't left pending.
      if (error instanceof AppError) await links.takeLink(db, key, now);
      throw error;
    }
  }

  /**
   * A sign-up's link, once more; or what there is to say to this address instead, after a sign-up (`isSignUp`) or a
   * request for the link. One email in any case.
   */
  async function sendAgain(
    email: string,
    { isSignUp = false, ...id }: { isSignUp?: boolean; id?: string } = {},
  ): Promise<void> {
    const account = await users.findAccountByEmail(db, email);
    if (!account) {
      const isFormer = await isFormerEmail(db, email, formerEmailCutoff(await clock.now()));
      const other = isFormer ? alreadyRegisteredEmail({ email, isFormer }, publicUrl) : noAccountEmail(email, signUp);
      return mail.send({ ...other, ...id });
    }
    if (account.emailConfirmedAt) {
      const told = isSignUp
        ? alreadyRegisteredEmail({ email: account.email, isFormer: false }, publicUrl)
        : alreadyConfirmedEmail(account.email, `${publicUrl}/auth`);
      return mail.send({ ...told, ...id });
    }
    const pending = await links.listPendingSignUps(db, account.id);
    const [newest] = pending;
    return newest && areBySamePerson(pending)
      ? sendConfirmation(account.id, account.email, newest, id)
      : sendResetLink(account.email, id);
  }

  return { sendConfirmation, sendAgain };
}
