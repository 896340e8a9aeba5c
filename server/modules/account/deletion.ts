import { DELETION_GRACE_DAYS, UNCONFIRMED_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import * as accounts from '#db/queries/accounts.ts';
import { deleteExpiredLinks } from '#db/queries/email-links.ts';
import { getProfile } from '#db/queries/profiles.ts';
import { tellSessionsChanged } from '#db/queries/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { accountDeletedMail } from '#server/content/mails/account-deleted-mail.ts';
import type { Client } from '#server/lib/client.ts';
import { dayIn } from '#server/lib/moments.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { AccountDependencies } from './account-dependencies.ts';

const DELETED_AT_ONCE = 50;

/** The end of an account: asked for, taken back, done. */
export function createDeletion({
  db,
  clock,
  mail,
  sessions,
  securityLog,
  billing,
  newsletter,
  publicUrl,
  log,
}: AccountDependencies) {
  /**
   * Begun here, then ended at Stripe, then the rows: whoever takes it back is either in time for all of it or refused. What
   * Stripe fails at is tried again. Two processes may try at once: one of them finds nothing.
   */
  async function deleteForGood(userId: UserId): Promise<void> {
    if (!(await accounts.beginDeletion(db, userId, await clock.now()))) return;
    // Nobody buys anything any more.
    await sessions.endAll(userId);
    await billing.forget(userId);
    const email = await sessions.changing(userId, () =>
      inTransaction(db, async (trx) => {
        const address = await accounts.deleteForGood(trx, userId);
        if (address === undefined) return undefined;
        await tellSessionsChanged(trx, userId);
        await newsletter.forget(trx, address);
        return address;
      }),
    );
    if (email === undefined) return;
    await mail
      .send(accountDeletedMail(email, publicUrl))
      .catch((error: unknown) => log.warn({ event: 'last mail not sent', err: error }, 'last mail not sent'));
  }

  return {
    /** The account is deleted after the days of grace, unless its owner changes their mind. All other sessions end now. */
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
          const { timeZone } = await getProfile(trx, userId);
          const detail = dayIn(deleteAfter, timeZone);
          if (isNew) await securityLog.add(trx, { userId, kind: 'deletion_asked', client, detail }, email);
          return { deleteAfter, cookie: await sessions.secure(trx, session, { endOthers: true }) };
        }),
      );
      await securityLog.tell(userId);
      return { deleteAfter: asked.deleteAfter.toISOString(), cookie: asked.cookie };
    },

    /** Removes everybody whose time is over, sign-ups that nobody confirmed, and links that are over. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      for (const userId of await accounts.listDueDeletions(db, now, DELETED_AT_ONCE)) {
        // One that does not work now is tried again, and must not keep the others waiting.
        await deleteForGood(userId).catch((error: unknown) =>
          log.error({ event: 'deletion failed', err: error }, 'deletion failed'),
        );
      }
      const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
      await accounts.deleteUnconfirmed(db, before);
      await deleteExpiredLinks(db, now, before);
    },
  };
}
