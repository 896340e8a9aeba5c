import { DELETION_GRACE_DAYS, UNCONFIRMED_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as accounts from '#db/queries/identity/accounts.ts';
import { deleteExpiredLinks } from '#db/queries/identity/email-links.ts';
import { listFormerEmails } from '#db/queries/identity/former-emails.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { deleteScheduledJobsOf } from '#db/queries/jobs/scheduled-jobs.ts';
import { notifySessionsChanged } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import { accountDeletedEmail } from '#server/content/emails/account-deleted-email.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { cancelLateEmails } from '#server/jobs/account-emails.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Client } from '#server/lib/request/client.ts';
import { dayText } from '#contract/dates.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import type { NewsletterService } from '#server/modules/newsletter/newsletter.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  securityLog: SecurityLog;
  trial: { claimMailbox: (trx: Db, email: string) => Promise<void> };
  billing: Pick<BillingService, 'enqueueSync' | 'forget'>;
  newsletter: Pick<NewsletterService, 'forget'>;
  publicUrl: string;
  jobs: Pick<Jobs, 'kick'>;
};

/** The end of an account: requested, withdrawn, carried out. */
export function createDeletion({
  db,
  clock,
  mail,
  sessions,
  securityLog,
  trial,
  billing,
  newsletter,
  publicUrl,
  jobs,
}: Dependencies) {
  /**
   * Starts the deletion, ends the subscription at Stripe, then deletes the rows. A cancellation either stops all of it or is refused. If
   * Stripe fails, the job is retried. When two processes try at the same time, one of them finds nothing to do.
   */
  async function deleteForGood({ userId }: Payload<'account-deletion'>): Promise<void> {
    if (!(await accounts.beginDeletion(db, userId, await clock.now()))) return;
    // From here on, the account can't buy anything.
    await sessions.endAll(userId);
    await billing.forget(userId);
    await sessions.changing(userId, () =>
      inTransaction(db, async (trx) => {
        const address = await accounts.deleteForGood(trx, userId);
        if (address === undefined) return;
        await notifySessionsChanged(trx, userId);
        await newsletter.forget(trx, address);
        // The trial may have begun under another spelling of the address.
        await trial.claimMailbox(trx, address);
        await deleteScheduledJobsOf(trx, userId);
        await cancelLateEmails(trx, address);
        const payload = { userId, email: address };
        await schedule(trx, 'farewell-email', { key: userId, payload, dueAt: await clock.now() });
      }),
    );
    jobs.kick('farewell-email');
  }

  return {
    /** The account is deleted after the grace period, unless its owner changes their mind. All other sessions end now. */
    askDeletion: async (
      session: ValidSession,
      client: Client,
    ): Promise<{ deleteAfter: string; cookie: string | null }> => {
      const { userId, email } = session;
      const wanted = new Date((await clock.now()).getTime() + DELETION_GRACE_DAYS * DAY_MS);
      const asked = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          const { deleteAfter, isNew } = await accounts.askDeletion(trx, userId, wanted);
          if (isNew) await billing.enqueueSync(trx, { userId, now: await clock.now() });
          if (isNew) await schedule(trx, 'account-deletion', { key: userId, payload: { userId }, dueAt: deleteAfter });
          const { timeZone } = await getProfile(trx, userId);
          const detail = dayText(deleteAfter, timeZone);
          for (const address of isNew ? [email, ...(await listFormerEmails(trx, userId))] : [])
            await securityLog.add(trx, { userId, kind: 'deletion_asked', client, detail }, address);
          return { deleteAfter, cookie: await sessions.secure(trx, session, { endOthers: true }) };
        }),
      );
      securityLog.emailNotices();
      return { deleteAfter: asked.deleteAfter.toISOString(), cookie: asked.cookie };
    },

    deleteForGood,

    /** The last email to somebody whose account is gone. */
    sendFarewell: async ({ userId, email }: Payload<'farewell-email'>): Promise<void> => {
      await mail.send({ ...accountDeletedEmail(email, publicUrl), id: `farewell ${userId}` });
    },

    /** Removes unconfirmed sign-ups and expired links. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
      await accounts.deleteUnconfirmed(db, before);
      await deleteExpiredLinks(db, now, before);
    },
  };
}
