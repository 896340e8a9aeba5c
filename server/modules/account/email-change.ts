import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { changeEmail, getAccountDetails } from '#db/queries/accounts.ts';
import * as links from '#db/queries/email-links.ts';
import { deleteSessionsOf } from '#db/queries/session-endings.ts';
import { findAccountByEmail } from '#db/queries/users.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { addressInUseMail, emailChangeMail } from '#server/content/mails/email-change-mails.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { AccountDependencies } from './account-dependencies.ts';

type Confirmed = { email: string; isSignedIn: boolean; cookie: string | null };

/** Another address for an account: proved at the new one, told at the old one. */
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
}: AccountDependencies) {
  /** A new link takes the place of an earlier one. */
  async function addLink(trx: Db, userId: UserId, newEmail: string): Promise<string> {
    const token = randomToken();
    const now = await clock.now();
    const expiresAt = new Date(now.getTime() + (EMAIL_CHANGE_HOURS * DAY_MS) / 24);
    await links.deleteLinksOf(trx, userId, 'change_email');
    await links.addLink(trx, {
      purpose: 'change_email',
      tokenHash: sha256(token),
      userId,
      newEmail,
      now,
      expiresAt,
    });
    return token;
  }

  async function countMail(userId: UserId, newEmail: string): Promise<void> {
    await attempts.count('email-change:account', userId);
    await attempts.count('email-change:mailbox', normalizeEmail(newEmail));
  }

  /** One mail in any case. Who has the address already is told, and their link goes to nobody. */
  async function sendLink(newEmail: string, token: string): Promise<void> {
    const holder = await findAccountByEmail(db, newEmail);
    if (holder?.emailConfirmedAt) await mail.send(addressInUseMail(holder.email, `${publicUrl}/auth`));
    else await mail.send(emailChangeMail(newEmail, `${publicUrl}/auth/confirm-email?token=${token}`));
  }

  async function useLink(trx: Db, tokenHash: string, kept: ValidSession | null, client: Client): Promise<Confirmed> {
    const link = await links.takeLink(trx, 'change_email', tokenHash, await clock.now());
    if (!link?.newEmail) throw new AppError('LINK_INVALID');
    const { userId, newEmail } = link;
    const oldEmail = await changeEmail(trx, userId, newEmail);
    // Links that were sent to the old address would open the account to whoever reads its mail now.
    await links.deleteLinksOf(trx, userId);
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
    /** The same answer and one mail, whether or not somebody has the new address. */
    changeEmail: async (session: ValidSession, newEmail: string, client: Client): Promise<void> => {
      const { userId, email } = session;
      if (newEmail.toLowerCase() === email.toLowerCase()) throw new AppError('SAME_EMAIL');
      await countMail(userId, newEmail);
      const token = await inTransaction(db, async (trx) => {
        await securityLog.add(trx, { userId, kind: 'email_change_asked', client, detail: newEmail }, email);
        return addLink(trx, userId, newEmail);
      });
      await securityLog.tell(userId);
      try {
        await sendLink(newEmail, token);
      } catch (error) {
        // A change that nobody can confirm isn't left waiting.
        if (error instanceof AppError) await links.takeLink(db, 'change_email', sha256(token), await clock.now());
        throw error;
      }
    },

    /** Sends the link of a change under way again; without one it does nothing. */
    resendEmailChange: async ({ userId }: ValidSession): Promise<void> => {
      const { pendingEmail } = await getAccountDetails(db, userId, await clock.now());
      if (pendingEmail === null) return;
      await countMail(userId, pendingEmail);
      const token = await inTransaction(db, (trx) => addLink(trx, userId, pendingEmail));
      await sendLink(pendingEmail, token);
    },

    cancelEmailChange: ({ userId }: ValidSession): Promise<void> => links.deleteLinksOf(db, userId, 'change_email'),

    /**
     * Uses the link up. A session of the same person in this browser goes on under a new secret, all others end: the link
     * proves the mailbox and not the rest, so it signs nobody in.
     */
    confirmEmailChange: async (token: string, session: ValidSession | null, client: Client): Promise<Confirmed> => {
      await attempts.count('confirm:address', client.address);
      const tokenHash = sha256(token);
      const userId = await links.findLinkOwner(db, 'change_email', tokenHash, await clock.now());
      if (userId === undefined) throw new AppError('LINK_INVALID');
      const kept = session?.userId === userId ? session : null;
      try {
        const confirmed = await sessions.changing(userId, () =>
          inTransaction(db, (trx) => useLink(trx, tokenHash, kept, client)),
        );
        await securityLog.tell(userId);
        return confirmed;
      } catch (error) {
        // Somebody else has confirmed the address meanwhile.
        if (brokenUniqueConstraint(error) !== null) throw new AppError('LINK_INVALID');
        throw error;
      }
    },
  };
}
