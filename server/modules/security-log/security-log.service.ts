import { randomUUID } from 'node:crypto';
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
const NOTICES_AT_ONCE = 50;

type Entry = { userId: UserId; kind: SecurityEventKind; client: Client; detail?: string };
type Dependencies = { db: Db; clock: Clock; mail: MailGateway; publicUrl: string; log: Log };

export function createSecurityLog({ db, clock, mail, publicUrl, log }: Dependencies) {
  async function send(userId: UserId | null): Promise<void> {
    const now = await clock.now();
    const notBefore = new Date(now.getTime() - NOTICE_TRIED_MS);
    for (const notice of await events.takeDueNotices(db, { userId, now, notBefore, limit: NOTICES_AT_ONCE })) {
      try {
        await mail.send(securityMail(notice.mailTo, { ...notice, device: deviceName(notice.userAgent), publicUrl }));
      } catch (error) {
        await events.returnNotice(db, notice.userId, notice.id);
        log.warn({ event: 'notice not sent', kind: notice.kind, err: error }, 'notice not sent');
      }
    }
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
    /** Mails what is due to one person. A mail that does not go out stays due, so the change itself never fails by it. */
    tell: (userId: UserId): Promise<void> => send(userId),
    /** Mails what could not be sent at once. */
    sweep: (): Promise<void> => send(null),
    list: async (userId: UserId) => {
      const rows = await events.listSecurityEvents(db, userId, SHOWN_EVENTS);
      return rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceName(userAgent) }));
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
