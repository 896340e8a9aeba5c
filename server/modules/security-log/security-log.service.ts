import { randomUUID } from 'node:crypto';
import { SECURITY_EVENT_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
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

const DETAIL_MAX = 300;
const SHOWN_EVENTS = 100;
/** How long an address waits for an email that can't be sent. An operator may still send it (docs/operating.md). */
const UNSENT_DAYS = 7;

type Entry = { userId: UserId; kind: SecurityEventKind; client: Client; detail?: string };
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  publicUrl: string;
  supportEmail: string;
  jobs: Pick<Jobs, 'kick'>;
};

export function createSecurityLog({ db, clock, mail, publicUrl, supportEmail, jobs }: Dependencies) {
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
        detail: detail.slice(0, DETAIL_MAX),
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
    /** Emails the owner about an event, unless that was done. */
    sendEmail: async (key: { userId: UserId; id: string }): Promise<void> => {
      const notice = await events.findDueNotice(db, key);
      if (!notice) return;
      const device = deviceName(notice.userAgent);
      const email = securityEmail(notice.emailTo, { ...notice, device, publicUrl, supportEmail });
      await mail.send({ ...email, id: `security ${key.id}` });
      await events.noteNoticeSent(db, key.userId, key.id);
    },
    /** Deletes entries that are too old, and addresses that could not be reached. */
    sweep: async (): Promise<void> => {
      const now = (await clock.now()).getTime();
      const [before, unsentBefore] = [now - SECURITY_EVENT_DAYS * DAY_MS, now - UNSENT_DAYS * DAY_MS];
      await events.deleteOldSecurityEvents(db, new Date(before), new Date(unsentBefore));
    },
    list: async (userId: UserId) => {
      const rows = await events.listSecurityEvents(db, userId, SHOWN_EVENTS);
      return rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceName(userAgent) }));
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
