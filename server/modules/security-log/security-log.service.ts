import { randomUUID } from 'node:crypto';
import { SECURITY_EVENT_DAYS } from '#contract/account/account-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import type { Db } from '#db/client.ts';
import * as events from '#db/queries/security-events.ts';
import type { UserId } from '#db/types.gen.ts';
import { securityMail } from '#server/content/mails/security-mail.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/client.ts';
import { deviceName } from '#server/lib/device-name.ts';
import type { Log } from '#server/lib/log.ts';
import { MAIL_TRIED_MS, mailRound } from '#server/lib/mail-round.ts';
import { createUnderWay } from '#server/lib/under-way.ts';

const DETAIL_MAX = 300;
const SHOWN_EVENTS = 100;

type Entry = { userId: UserId; kind: SecurityEventKind; client: Client; detail?: string };
type Dependencies = { db: Db; clock: Clock; mail: MailGateway; publicUrl: string; supportEmail: string; log: Log };

export function createSecurityLog({ db, clock, mail, publicUrl, supportEmail, log }: Dependencies) {
  const underWay = createUnderWay();

  async function sendOne(notice: events.DueNotice): Promise<void> {
    const device = deviceName(notice.userAgent);
    await mail.send(securityMail(notice.mailTo, { ...notice, device, publicUrl, supportEmail }));
    await events.noteNoticeSent(db, notice.userId, notice.id);
  }

  const send = async (userId: UserId | null): Promise<boolean> =>
    mailRound(await clock.now(), {
      take: (wish) => events.takeDueNotices(db, { userId, ...wish }),
      send: sendOne,
      failed: ({ kind }, error) => log.warn({ event: 'notice not sent', kind, err: error }, 'notice not sent'),
    });

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
      void underWay.track(
        send(userId).catch((error: unknown) => log.error({ event: 'notices failed', err: error }, 'notices failed')),
      );
      return Promise.resolve();
    },
    /** Resolves when every notice that was begun has gone or failed. */
    idle: underWay.idle,
    /** Forgets what is too old, and mails what could not be sent at once. */
    sweep: async (): Promise<void> => {
      const now = (await clock.now()).getTime();
      const [before, unsentBefore] = [now - SECURITY_EVENT_DAYS * DAY_MS, now - MAIL_TRIED_MS];
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
