import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { formerEmailCutoff } from '#contract/account/ways-in.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { changeEmail, getAccountDetails } from '#db/queries/identity/accounts.ts';
import { addFormerEmail, isFormerEmail } from '#db/queries/identity/former-emails.ts';
import * as links from '#db/queries/identity/email-links.ts';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { findAccountByEmail } from '#db/queries/identity/users.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { addressInUseEmail, emailChangeEmail } from '#server/content/emails/email-change-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { sendNow } from '#server/lib/email/mail-refusal.ts';
import type { Client } from '#server/lib/request/client.ts';
import { mailboxForLimits } from '#server/lib/email/email-address.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

type Counted = 'email-change:account' | 'email-change:mailbox' | 'confirm:address';
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  securityLog: SecurityLog;
  attempts: { count: (kind: Counted, subject: string) => Promise<void> };
  trial: { claimMailbox: (trx: Db, email: string) => Promise<void> };
  billing: Pick<BillingService, 'enqueueSync'>;
  publicUrl: string;
};
type Confirmed = { email: string; isSignedIn: boolean; cookie: string | null };

/** Changes an account's address: confirmed at the new one, announced at the old one. */
export function createEmailChange({
  db,
  clock,
  mail,
  sessions,
  securityLog,
  attempts,
  trial,
  billing,
  publicUrl,
}: Dependencies) {
  /** A new link replaces an earlier one. Returns its secret. */
  async function addLink(trx: Db, userId: UserId, newEmail: string): Promise<string> {
    const secret = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (EMAIL_CHANGE_HOURS * DAY_MS) / 24);
    await links.deleteLinksOf(trx, userId, 'change_email');
    await links.addLink(trx, {
      purpose: 'change_email',
      tokenHash: sha256(secret),
      userId,
      newEmail,
      now,
      expiresAt,
    });
    return secret;
  }

  async function countEmail(userId: UserId, newEmail: string): Promise<void> {
    await attempts.count('email-change:account', userId);
    await attempts.count('email-change:mailbox', mailboxForLimits(newEmail));
  }

  /** Sends one email in every case. If the address is taken, its owner is notified, and nobody gets a link. */
  async function sendLink(userId: UserId, newEmail: string, secret: string): Promise<void> {
    const token = userToken(userId, secret);
    const holder = await findAccountByEmail(db, newEmail);
    const isFormer = await isFormerEmail(db, newEmail, formerEmailCutoff(await clock.now()), userId);
    try {
      if (isFormer || holder?.emailConfirmedAt)
        await sendNow(() => mail.send(addressInUseEmail(holder?.email ?? newEmail, `${publicUrl}/auth`)));
      else await sendNow(() => mail.send(emailChangeEmail(newEmail, `${publicUrl}/auth/confirm-email?token=${token}`)));
    } catch (error) {
      // A change that nobody can confirm isn't left pending.
      if (error instanceof AppError)
        await links.takeLink(db, { userId, purpose: 'change_email', tokenHash: sha256(secret) }, await clock.now());
      throw error;
    }
  }

  async function useLink(trx: Db, link: links.LinkKey, kept: ValidSession | null, client: Client): Promise<Confirmed> {
    const { userId } = link;
    const { newEmail } = (await links.takeLink(trx, link, await clock.now())) ?? {};
    if (!newEmail) throw new AppError('LINK_INVALID');
    if (await isFormerEmail(trx, newEmail, formerEmailCutoff(await clock.now()), userId))
      throw new AppError('LINK_INVALID');
    const oldEmail = await changeEmail(trx, userId, newEmail);
    // For a while, a reset link sent there brings the account back to its owner.
    await addFormerEmail(trx, { userId, email: oldEmail, newEmail, now: await clock.now(), ...client });
    // Links sent to the old address would let anyone who reads its mail into the account.
    await links.endEmailLinks(trx, userId, await clock.now());
    await trial.claimMailbox(trx, newEmail);
    await billing.enqueueSync(trx, { userId, now: await clock.now() });
    await securityLog.add(trx, { userId, kind: 'email_changed', client, detail: newEmail }, oldEmail);
    if (kept) {
      const cookie = await sessions.secure(trx, kept, { endOthers: true });
      return { email: newEmail, isSignedIn: true, cookie };
    }
    await deleteSessionsOf(trx, userId);
    return { email: newEmail, isSignedIn: false, cookie: null };
  }

  return {
    /** The answer is the same, and one email is sent, whether or not the new address is taken. */
    changeEmail: async (session: ValidSession, newEmail: string, client: Client): Promise<void> => {
      const { userId, email } = session;
      if (newEmail.toLowerCase() === email.toLowerCase()) throw new AppError('SAME_EMAIL');
      await countEmail(userId, newEmail);
      const secret = await inTransaction(db, async (trx) => {
        await securityLog.add(trx, { userId, kind: 'email_change_asked', client, detail: newEmail }, email);
        return addLink(trx, userId, newEmail);
      });
      securityLog.emailNotices();
      await sendLink(userId, newEmail, secret);
    },

    /** Resends the link of a pending change; without one it does nothing. */
    resendEmailChange: async ({ userId }: ValidSession): Promise<void> => {
      const { pendingEmail } = await getAccountDetails(db, userId, await clock.now());
      if (pendingEmail === null) return;
      await countEmail(userId, pendingEmail);
      const secret = await inTransaction(db, (trx) => addLink(trx, userId, pendingEmail));
      await sendLink(userId, pendingEmail, secret);
    },

    cancelEmailChange: ({ userId }: ValidSession): Promise<void> => links.deleteLinksOf(db, userId, 'change_email'),

    /**
     * Uses up the link. A session of the same person in this browser continues under a new secret, and all others end. The link confirms
     * the mailbox and nothing more, so it signs nobody in.
     */
    confirmEmailChange: async (token: string, session: ValidSession | null, client: Client): Promise<Confirmed> => {
      await attempts.count('confirm:address', client.address);
      const named = parseUserToken<UserId>(token);
      if (!named) throw new AppError('LINK_INVALID');
      const { userId, hash: tokenHash } = named;
      const link = { userId, purpose: 'change_email', tokenHash } as const;
      if (!(await links.isLinkValid(db, link, await clock.now()))) throw new AppError('LINK_INVALID');
      const kept = session?.userId === userId ? session : null;
      try {
        const confirmed = await sessions.changing(userId, () =>
          inTransaction(db, (trx) => useLink(trx, link, kept, client)),
        );
        securityLog.emailNotices();
        return confirmed;
      } catch (error) {
        // Someone else has confirmed the address in the meantime.
        if (brokenUniqueConstraint(error) !== null) throw new AppError('LINK_INVALID');
        throw error;
      }
    },
  };
}
