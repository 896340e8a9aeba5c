import { scheduleApprovalEmails } from '#db/queries/automations/approval-emails.ts';
import type { Db } from '#db/client.ts';
import * as accounts from '#db/queries/identity/accounts.ts';
import { endEmailLinks } from '#db/queries/identity/email-links.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { deleteSessionsOf, notifySessionsChanged } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { unschedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { isCommonPassword } from '#server/lib/crypto/common-passwords.ts';
import { deviceName, isHandheld } from '#server/lib/request/device-name.ts';
import { dayText } from '#contract/dates.ts';
import { hashPassword, verifyPassword } from '#server/lib/crypto/password-hash.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import type { NewsletterService } from '#server/modules/newsletter/newsletter.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { WaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import { createDeletion } from './deletion.ts';
import { createEmailChange } from './email-change.ts';
import { createExport } from './export.ts';

/** `turnedOff`: how many ways in were turned off because they were new. */
type SignedOut = { cookie: string | null; turnedOff: number };
type Counted =
  | 'set-password:account'
  | 'email-change:account'
  | 'email-change:mailbox'
  | 'confirm:address'
  | 'export:account';
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  passwords: PasswordQueue;
  securityLog: SecurityLog;
  waysIn: Pick<WaysIn, 'turnOffAfterPassword' | 'turnOffAfterSignOut'>;
  attempts: { count: (kind: Counted, subject: string) => Promise<void> };
  /** Records that a mailbox belongs to someone who has had their trial, or their chance at one. */
  trial: { claimMailbox: (trx: Db, email: string) => Promise<void> };
  billing: Pick<BillingService, 'enqueueSync' | 'subscription' | 'forget'>;
  newsletter: Pick<NewsletterService, 'forget' | 'subscriptionOf'>;
  budgets: Pick<Budgets, 'charge'>;
  publicUrl: string;
  jobs: Pick<Jobs, 'kick'>;
};

/** What a person may do with their own account. Every `cookie` is a Set-Cookie value, or null if there is none to set. */
export function createAccountService(dependencies: Dependencies) {
  const { db, clock, attempts, sessions, passwords, securityLog, waysIn, billing } = dependencies;

  return {
    ...createEmailChange(dependencies),
    ...createDeletion(dependencies),
    ...createExport(dependencies),

    get: async (userId: UserId) => {
      const details = await accounts.getAccountDetails(db, userId, await clock.now());
      return {
        email: details.email,
        pendingEmail: details.pendingEmail,
        hasPassword: details.passwordHash !== null,
        createdAt: details.createdAt.toISOString(),
        deleteAfter: details.deleteAfter?.toISOString() ?? null,
      };
    },

    /**
     * Sets a first or a new password. All other sessions are signed out, links in emails stop working, and what is new
     * is turned off: `turnedOff` says how much.
     */
    setPassword: async (session: ValidSession, password: string, client: Client): Promise<SignedOut> => {
      const { userId, email } = session;
      if (await isCommonPassword(password)) throw new AppError('COMMON_PASSWORD');
      await attempts.count('set-password:account', userId);
      const { passwordHash: before } = await accounts.getAccountDetails(db, userId, await clock.now());
      const passwordHash = await passwords.inTurn(client, async () => {
        if (before !== null && (await verifyPassword(password, before))) throw new AppError('SAME_PASSWORD');
        return hashPassword(password);
      });
      const kind = before === null ? 'password_set' : 'password_changed';
      const done = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await accounts.setPasswordHash(trx, userId, passwordHash, { now: await clock.now(), ...client });
          await securityLog.add(trx, { userId, kind, client }, email);
          const turnedOff = await waysIn.turnOffAfterPassword(trx, { userId, email, client, isReset: false });
          return { turnedOff, cookie: await sessions.secure(trx, session, { endOthers: true }) };
        }),
      );
      securityLog.emailNotices();
      return done;
    },

    sessions: async (current: ValidSession) => {
      const rows = await sessions.list(current.userId);
      return rows.map(({ publicId, kind, methods, ipAddress, userAgent, createdAt, lastSeenAt }) => ({
        id: publicId,
        device: deviceName(userAgent),
        isHandheld: isHandheld(userAgent),
        ipAddress,
        kind,
        methods,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: publicId === current.publicId,
      }));
    },

    /** Ends one of the caller's sessions, which may be the current one. */
    endSession: async (session: ValidSession, publicId: string, client: Client): Promise<string | null> => {
      const { userId } = session;
      const ended = (await sessions.list(userId)).find((one) => one.publicId === publicId);
      if (!ended || !(await sessions.endOne(userId, publicId))) throw new AppError('NOT_FOUND');
      await securityLog.add(
        db,
        { userId, kind: 'session_ended', client, detail: deviceName(ended.userAgent) },
        session.email,
      );
      return publicId === session.publicId ? sessions.blankCookie() : null;
    },

    /**
     * Signs out all other devices or, `everywhere`, this one as well. With `turnsOffNew`, what is new is turned off,
     * too.
     */
    signOut: async (
      session: ValidSession,
      client: Client,
      { everywhere, turnsOffNew }: { everywhere: boolean; turnsOffNew: boolean },
    ): Promise<SignedOut> => {
      const { userId, email } = session;
      const detail = everywhere ? 'All devices' : 'All devices but this one';
      const done = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          await securityLog.add(trx, { userId, kind: 'signed_out_everywhere', client, detail }, email);
          const turnedOff = turnsOffNew ? await waysIn.turnOffAfterSignOut(trx, session, client) : 0;
          if (!everywhere) return { turnedOff, cookie: await sessions.secure(trx, session, { endOthers: true }) };
          await endEmailLinks(trx, userId, await clock.now());
          await deleteSessionsOf(trx, userId);
          return { turnedOff, cookie: sessions.blankCookie() };
        }),
      );
      securityLog.emailNotices();
      return done;
    },

    securityLog: async (userId: UserId) => {
      const rows = await securityLog.list(userId);
      return rows.map(({ happenedAt, ...row }) => ({ ...row, happenedAt: happenedAt.toISOString() }));
    },

    /** Keeps the account. Its plan was canceled along with it: `planEndsAt` says when the plan ends unless that is undone too. */
    cancelDeletion: async (session: ValidSession, client: Client): Promise<{ planEndsAt: string | null }> => {
      const { userId, email } = session;
      const planEndsAt = (await billing.subscription(userId)).current?.cancelsAt ?? null;
      await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          if (!(await accounts.cancelDeletion(trx, userId))) {
            if (await accounts.isDeletionBegun(trx, userId)) throw new AppError('NOT_FOUND');
            return;
          }
          await unschedule(trx, 'account-deletion', userId);
          // No approvals were emailed meanwhile.
          await scheduleApprovalEmails(trx, userId, await clock.now());
          const { timeZone } = await getProfile(trx, userId);
          const detail = planEndsAt ? `The plan ends on ${dayText(new Date(planEndsAt), timeZone)}` : '';
          await securityLog.add(trx, { userId, kind: 'deletion_cancelled', client, detail }, email);
          await notifySessionsChanged(trx, userId);
        }),
      );
      securityLog.emailNotices();
      return { planEndsAt };
    },
  };
}
export type AccountService = ReturnType<typeof createAccountService>;
