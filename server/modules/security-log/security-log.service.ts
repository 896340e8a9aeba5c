import { randomUUID } from 'node:crypto';
import { SECURITY_EVENT_DAYS } from '#contract/account/account-times.ts';
import { budgetsRenewAt } from '#contract/billing/budgets.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import { oneLine } from '#contract/quoted-name.ts';
import type { Db } from '#db/client.ts';
import * as events from '#db/queries/identity/security-events.ts';
import type { UserId } from '#db/types.gen.ts';
import { securityEmail } from '#server/content/emails/security-email.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/request/client.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';

const DETAIL_MAX = 300;
const SHOWN_EVENTS = 100;
/** The maximum number of events kept for one account. Its owner sees the newest hundred. */
const KEPT_EVENTS = 10_000;
/** How long an address waits for an email that can't be sent. An operator may still send it (docs/operating.md). */
const UNSENT_DAYS = 7;

/**
 * Emails that always go out at once, whatever else an intruder has used up the day's budget with. How often these can
 * happen is limited where they do.
 */
const ALWAYS_SENT: ReadonlySet<string> = new Set<SecurityEventKind>([
  'password_set',
  'password_changed',
  'password_reset',
  'reset_waits',
  'email_changed',
  'email_restored',
]);

type Entry = { userId: UserId; kind: SecurityEventKind; client: Client; detail?: string };
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  publicUrl: string;
  jobs: Pick<Jobs, 'kick'>;
  budgets: Pick<Budgets, 'takeFor' | 'giveBack'>;
};

export function createSecurityLog({ db, clock, mail, publicUrl, jobs, budgets }: Dependencies) {
  return {
    /** Records an event inside the transaction of the change. `emailTo` is the owner's address, if known. */
    add: async (trx: Db, { userId, kind, client, detail = '' }: Entry, emailTo: string | null): Promise<void> => {
      const id = randomUUID();
      const now = await clock.now();
      const to = SECURITY_EVENTS[kind].emails ? emailTo : null;
      await events.addSecurityEvent(trx, {
        id,
        userId,
        kind,
        detail: oneLine(detail).slice(0, DETAIL_MAX).toWellFormed(),
        ipAddress: client.address,
        userAgent: client.userAgent,
        now,
        emailTo: to,
        isShown: SECURITY_EVENTS[kind].emails,
      });
      if (to !== null) await schedule(trx, 'security-email', { key: id, payload: { userId, id }, dueAt: now });
    },
    /** The events that were added have been committed. Their owner is emailed in the background. */
    emailNotices: (): void => jobs.kick('security-email'),
    /** Emails the owner about an event, unless that was done. If today's budget is used up, waits until tomorrow. */
    sendEmail: async (key: { userId: UserId; id: string }): Promise<void> => {
      const notice = await events.findDueNotice(db, key);
      if (!notice) return;
      const now = await clock.now();
      const isCounted = !ALWAYS_SENT.has(notice.kind);
      if (isCounted && !(await budgets.takeFor(key.userId, 'security_emails'))) {
        await schedule(db, 'security-email', { key: key.id, payload: key, dueAt: budgetsRenewAt(now) });
        return;
      }
      const device = deviceName(notice.userAgent);
      const email = securityEmail(notice.emailTo, { ...notice, device, publicUrl });
      try {
        await mail.send({ ...email, id: `security ${key.id}` });
      } catch (error) {
        if (isCounted) await budgets.giveBack(key.userId, 'security_emails', now);
        throw error;
      }
      await events.noteNoticeSent(db, key.userId, key.id);
    },
    /** Deletes old and surplus entries, and addresses that couldn't be reached. */
    sweep: async (): Promise<void> => {
      const now = (await clock.now()).getTime();
      await events.deleteSurplusSecurityEvents(db, { most: KEPT_EVENTS, since: new Date(now - DAY_MS) });
      const [before, unsentBefore] = [now - SECURITY_EVENT_DAYS * DAY_MS, now - UNSENT_DAYS * DAY_MS];
      await events.deleteOldSecurityEvents(db, new Date(before), new Date(unsentBefore));
    },
    list: async (userId: UserId) => {
      const rows = await events.listSecurityEvents(db, userId, SHOWN_EVENTS);
      return rows.map(({ userAgent, detail, ...row }) => ({
        ...row,
        detail: oneLine(detail),
        device: deviceName(userAgent),
      }));
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
