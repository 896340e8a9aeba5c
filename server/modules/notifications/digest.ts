import { DAY_MS } from '#contract/billing/plans.ts';
import { isoDayText } from '#contract/dates.ts';
import { DEFAULT_EMAILS, isChoosable, KIND_NAMES, NOTIFICATION_KINDS } from '#contract/notifications.ts';
import type { Db } from '#db/client.ts';
import { listNotices } from '#db/queries/notices/bell.ts';
import { findRecipient, noteManyEmailed, type DueEmail } from '#db/queries/notices/notices.ts';
import { listPreferences } from '#db/queries/notices/preferences.ts';
import { digestEmail } from '#server/content/emails/notification-emails.ts';
import { unsubscribeHeaders } from '#server/content/emails/unsubscribe-headers.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { EmailUnsubscribe } from './email-unsubscribe.ts';
import { nextMorning } from './next-morning.ts';
import { idOf, SHOWN, toNotification } from './notifications.dto.ts';

/** The newest ones; the bell has the others. */
const MOST = 50;
/** What is older was left out of an earlier one. */
const SINCE_DAYS = 7;

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  unsubscribe: Pick<EmailUnsubscribe, 'linksFor'>;
  publicUrl: string;
};

/** One email a day, in the owner's morning, about what they haven't read by then. */
export function createDigest({ db, clock, mail, unsubscribe, publicUrl }: Dependencies) {
  return {
    /** The morning after a notice brings it. However many there are, it is one email. */
    schedule: async ({ userId, createdAt, timeZone }: DueEmail): Promise<void> => {
      const dueAt = nextMorning(createdAt, timeZone);
      const day = isoDayText(dueAt, timeZone);
      await schedule(db, 'digest-email', { key: `${userId} ${day}`, payload: { userId, day }, dueAt });
    },

    send: async ({ userId, day }: Payload<'digest-email'>): Promise<void> => {
      const emailTo = await findRecipient(db, userId);
      if (emailTo === undefined) return;
      const now = await clock.now();
      const chosen = await listPreferences(db, userId);
      const rows = await listNotices(db, {
        userId,
        now,
        since: new Date(now.getTime() - SINCE_DAYS * DAY_MS),
        withMuted: true,
        ...SHOWN,
        before: null,
        beforeId: null,
        only: null,
        limit: MOST,
      });
      const told = rows
        .filter(({ topic, isUnread, isEmailed }) => isUnread && !isEmailed && isChoosable(topic))
        .flatMap((row) => toNotification(row, now).map((words) => ({ ...words, id: idOf(row) })))
        .filter(({ kind }) => (chosen.find((one) => one.kind === kind)?.email ?? DEFAULT_EMAILS[kind]) === 'daily');
      if (told.length === 0) return;
      const groups = NOTIFICATION_KINDS.map((kind) => ({
        name: KIND_NAMES[kind],
        items: told.filter((one) => one.kind === kind),
      })).filter(({ items }) => items.length > 0);
      const headers = unsubscribeHeaders(unsubscribe.linksFor(userId, 'all'));
      await mail.send({ ...digestEmail(emailTo, { groups, publicUrl }), headers, id: `digest ${userId} ${day}` });
      await noteManyEmailed(
        db,
        userId,
        told.map(({ id }) => id),
        now,
      );
    },
  };
}
