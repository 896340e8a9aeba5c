import { randomUUID } from 'node:crypto';
import { SECURITY_EVENT_DAYS } from '#contract/account-times.ts';
import { DAY_MS } from '#contract/plans.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/security-events.ts';
import type { Db } from '#db/client.ts';
import * as events from '#db/queries/security-events.ts';
import type { UserId } from '#db/types.gen.ts';
import { securityMail } from '#server/content/mails/security-mail.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/client.ts';
import { deviceName } from '#server/lib/device-name.ts';
import type { Log } from '#server/lib/log.ts';

const DETAIL_MAX = 300;
const SHOWN_EVENTS = 100;
/** A notice that could not be sent for this long is of no use any more. */
const NOTICE_TRIED_MS = DAY_MS;
/** A notice that was taken this long ago and is still there was not sent, or its process died. */
const NOTICE_RETRY_MS = 5 * 60_000;
const NOTICES_AT_ONCE = 10;

type Entry = { userId: UserId; kind: SecurityEventKind; client: Client; detail?: string };
type Dependencies = { db: Db; clock: Clock; mail: MailGateway; publicUrl: string; supportEmail: string; log: Log };

export function createSecurityLog({ db, clock, mail, publicUrl, supportEmail, log }: Dependencies) {
  const onTheirWay = new Set<Promise<unknown>>();

  async function sendOne(notice: events.DueNotice): Promise<boolean> {
    try {
      const device = deviceName(notice.userAgent);
      await mail.send(securityMail(notice.mailTo, { ...notice, device, publicUrl, supportEmail }));
      await events.noteNoticeSent(db, notice.userId, notice.id);
      return true;
    } catch (error) {
      log.warn({ event: 'notice not sent', kind: notice.kind, err: error }, 'notice not sent');
      return false;
    }
  }

  /** Returns whether there may be more to send: not when the mail server takes nothing. */
  async function send(userId: UserId | null): Promise<boolean> {
    const now = await clock.now();
    const notBefore = new Date(now.getTime() - NOTICE_TRIED_MS);
    const retryBefore = new Date(now.getTime() - NOTICE_RETRY_MS);
    const wish = { userId, now, notBefore, retryBefore, limit: NOTICES_AT_ONCE };
    const due = await events.takeDueNotices(db, wish);
    const sent = await Promise.all(due.map(sendOne));
    return sent.length === NOTICES_AT_ONCE && sent.some(Boolean);
  }

  return {
    /** Notes an event, inside the transaction of the change. `mailTo` is the owner's address where it is known. */
    add: async (trx: Db, { userId, kind, client, detail = '' }: Entry, mailTo: string | null): Promise<void> => {
      await events.addSecurityEvent(trx, {
        id: randomUUID(),
        userId,
        kind,
        detail: detail.slice(0, DETAIL_MAX),
        ipAddress: client.address,
        userAgent: client.userAgent,
        now: await clock.now(),
        mailTo: SECURITY_EVENTS[kind].mails ? mailTo : null,
      });
    },
    /**
     * Mails what is due to one person. It begins and is done: the change that is told of neither waits for the mail server
     * nor fails by it. A mail that does not go out stays due.
     */
    tell: (userId: UserId): Promise<void> => {
      const sending = send(userId)
        .catch((error: unknown) => log.error({ event: 'notices failed', err: error }, 'notices failed'))
        .finally(() => onTheirWay.delete(sending));
      onTheirWay.add(sending);
      return Promise.resolve();
    },
    /** Resolves when every notice that was begun has gone or failed. */
    idle: async (): Promise<void> => {
      while (onTheirWay.size > 0) await Promise.all(onTheirWay);
    },
    /** Forgets what is too old, and mails what could not be sent at once. */
    sweep: async (): Promise<void> => {
      const now = (await clock.now()).getTime();
      const [before, unsentBefore] = [now - SECURITY_EVENT_DAYS * DAY_MS, now - NOTICE_TRIED_MS];
      await events.deleteOldSecurityEvents(db, new Date(before), new Date(unsentBefore));
      while (await send(null));
    },
    list: async (userId: UserId) => {
      const rows = await events.listSecurityEvents(db, userId, SHOWN_EVENTS);
      return rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceName(userAgent) }));
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
