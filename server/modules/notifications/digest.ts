import { monthYear } from '#contract/billing/limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { isoDayText } from '#contract/dates.ts';
import {
  CHOOSABLE_TOPICS,
  DEFAULT_EMAILS,
  KIND_NAMES,
  KIND_OF_TOPIC,
  NOTIFICATION_KINDS,
} from '#contract/notifications.ts';
import type { Db } from '#db/client.ts';
import { listNotices, type Shown } from '#db/queries/notices/bell.ts';
import { findRecipient, noteManyEmailed, type DueEmail } from '#db/queries/notices/notices.ts';
import { listPreferences } from '#db/queries/notices/preferences.ts';
import { getUsage } from '#db/queries/usage/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import { digestEmail } from '#server/content/emails/notification-emails.ts';
import { unsubscribeHeaders } from '#server/content/emails/unsubscribe-headers.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { EmailUnsubscribe } from './email-unsubscribe.ts';
import { nextMorning } from './next-morning.ts';
import { isStillSo } from './notice-email.ts';
import { idOf, toNotification } from './notifications.dto.ts';

/** The newest ones; the bell has the others. */
const MOST = 50;
/** What is older was left out of an earlier one. */
const SINCE_DAYS = 7;

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: Pick<ProfileService, 'accessOf'>;
  mail: MailGateway;
  unsubscribe: Pick<EmailUnsubscribe, 'linksFor'>;
  publicUrl: string;
};

/** One email a day, in the owner's morning, about what they haven't read by then. */
export function createDigest({ db, clock, profile, mail, unsubscribe, publicUrl }: Dependencies) {
  /**
   * The topics that this person gets emails about. Topics that are emailed right away are included: those emails are
   * only still pending if they were over the day's budget.
   */
  async function emailedTopics(userId: UserId): Promise<Shown> {
    const chosen = await listPreferences(db, userId);
    const topics = CHOOSABLE_TOPICS.filter((topic) => {
      const kind = KIND_OF_TOPIC[topic];
      const choice = chosen.find((one) => one.kind === kind)?.email ?? DEFAULT_EMAILS[kind];
      // An approval is emailed by itself, which its notice doesn't know.
      return choice === 'daily' || (choice === 'at_once' && topic !== 'approval');
    });
    return { topics, kinds: topics.map((topic) => KIND_OF_TOPIC[topic]) };
  }

  return {
    /** The morning after a notice brings it. However many there are, it is one email. */
    schedule: async ({ userId, createdAt, timeZone }: DueEmail): Promise<void> => {
      const dueAt = nextMorning(createdAt, timeZone);
      const day = isoDayText(dueAt, timeZone);
      await schedule(db, 'digest-email', { key: `${userId} ${day}`, payload: { userId, day }, dueAt });
    },

    send: async ({ userId, day }: Payload<'digest-email'>): Promise<void> => {
      const recipient = await findRecipient(db, userId);
      if (recipient === undefined) return;
      const now = await clock.now();
      const rows = await listNotices(db, {
        userId,
        now,
        since: new Date(now.getTime() - SINCE_DAYS * DAY_MS),
        withMuted: true,
        ...(await emailedTopics(userId)),
        before: null,
        beforeId: null,
        only: null,
        isPending: true,
        limit: MOST,
      });
      const current = {
        access: await profile.accessOf(recipient),
        usage: await getUsage(db, userId, monthYear(now)),
        now,
      };
      const pending = rows
        .filter((row) => isStillSo(row, current))
        .flatMap((row) => toNotification(row, now).map((words) => ({ ...words, id: idOf(row) })));
      if (pending.length === 0) return;
      const groups = NOTIFICATION_KINDS.map((kind) => ({
        name: KIND_NAMES[kind],
        items: pending.filter((one) => one.kind === kind),
      })).filter(({ items }) => items.length > 0);
      const headers = unsubscribeHeaders(unsubscribe.linksFor(userId, 'all'));
      await mail.send({
        ...digestEmail(recipient.emailTo, { groups, publicUrl }),
        headers,
        id: `digest ${userId} ${day}`,
      });
      await noteManyEmailed(
        db,
        userId,
        pending.map(({ id }) => id),
        now,
      );
    },
  };
}
