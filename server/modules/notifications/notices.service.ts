import { monthYear } from '#contract/billing/limits.ts';
import type { BudgetName } from '#contract/billing/budgets.ts';
import { TRIAL_ENDING_DAYS, type AnyTopic, type NoticeTopic } from '#contract/notices.ts';
import { DEFAULT_EMAILS, isChoosable, KIND_OF_TOPIC } from '#contract/notifications.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { emailsApprovals } from '#db/queries/automations/approval-emails.ts';
import { listNotices } from '#db/queries/notices/bell.ts';
import * as notices from '#db/queries/notices/notices.ts';
import { getUsage } from '#db/queries/usage/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import { notificationEmail } from '#server/content/emails/notification-emails.ts';
import { unsubscribeHeaders } from '#server/content/emails/unsubscribe-headers.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { createDigest } from './digest.ts';
import type { EmailUnsubscribe } from './email-unsubscribe.ts';
import { idOf, isShown, SHOWN, toNotification } from './notifications.dto.ts';
import { isOwnTopic, isToldAsInBell, noticeEmail, warningSubjects } from './notice-email.ts';

/** A trial that ended longer ago than this gets no notice: the product was down at the time. */
const TRIAL_ENDED_TOLD_MS = 7 * DAY_MS;

/** Which daily budget an email about a topic counts toward. */
const BUDGET_OF_TOPIC: Partial<Record<AnyTopic, BudgetName>> = {
  automation_notice: 'owner_emails',
  answer: 'owner_emails',
  run_failed: 'urgent_emails',
  automation_paused: 'urgent_emails',
  approval: 'urgent_emails',
  conflict: 'urgent_emails',
};

/**
 * An automation can repeat these many times a day, so they're emailed once an hour. If an automation was stopped, its
 * owner is emailed right away.
 */
const ONE_AN_HOUR: ReadonlySet<AnyTopic> = new Set(['automation_notice', 'run_failed']);

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  billing: Pick<BillingService, 'emailFor'>;
  mail: MailGateway;
  unsubscribe: EmailUnsubscribe;
  budgets: Pick<Budgets, 'takeFor' | 'giveBack'>;
  publicUrl: string;
};

/** Tells people once what they should know about their trial, limits and payments, in the app and by email. */
export function createNotices({ db, clock, profile, billing, mail, unsubscribe, budgets, publicUrl }: Dependencies) {
  const digest = createDigest({ db, clock, profile, mail, unsubscribe, publicUrl });

  /** What the bell says of it, for those who chose to get that by email. */
  async function bellEmail({ userId, topic, subject, emailTo, choice }: notices.DueEmail, now: Date) {
    const [row] = await listNotices(db, {
      userId,
      now,
      since: new Date(0),
      withMuted: true,
      ...SHOWN,
      before: null,
      beforeId: null,
      only: idOf({ topic, subject }),
      isPending: false,
      limit: 1,
    });
    const [words] = row ? toNotification(row, now) : [];
    return words ? notificationEmail(emailTo, { ...words, publicUrl, isChosen: choice !== null }) : null;
  }

  async function emailFor(due: notices.DueEmail, now: Date): Promise<OutgoingEmail | null> {
    // Approvals have an email of their own (`server/modules/automations/approvals`), with the text and a link to answer.
    if (due.topic === 'approval' && (await emailsApprovals(db, due.userId))) return null;
    if (isToldAsInBell(due.topic)) return bellEmail(due, now);
    if (!isOwnTopic(due.topic)) return billing.emailFor(due);
    const [access, usage] = [await profile.accessOf(due), await getUsage(db, due.userId, monthYear(now))];
    return noticeEmail(due.topic, { due, access, usage, now, publicUrl });
  }

  return {
    /** Records trials that are ending or have ended. */
    addTrialNotices: async (): Promise<void> => {
      const now = await clock.now();
      const until = new Date(now.getTime() + TRIAL_ENDING_DAYS * DAY_MS);
      await notices.addTrialNotices(db, { now, until, since: new Date(now.getTime() - TRIAL_ENDED_TOLD_MS) });
    },

    /**
     * Sends the email of a notice, unless that was done, it no longer applies, or its owner has read it in the bell, doesn't want it, or wants
     * it in the morning.
     */
    sendEmail: async (key: notices.NoticeKey): Promise<void> => {
      const kind = isShown(key.topic) ? KIND_OF_TOPIC[key.topic] : null;
      const now = await clock.now();
      const due = await notices.findDueEmail(db, key, { kind, now });
      if (!due) return;
      const email = await emailFor(due, now);
      if (email === null) {
        // Reserved usage was returned, or the limit was raised. The notice goes out when it applies again.
        if (key.topic === 'usage_warning' || key.topic === 'usage_limit') await notices.dropNotice(db, key);
        return;
      }
      // Names the moment, too: after an upgrade, the same limit can be reached again in the same month.
      const id = `notice ${key.userId} ${key.topic} ${key.subject} ${due.createdAt.getTime()}`;
      if (isChoosable(key.topic) && kind !== null) {
        const choice = due.isRead ? 'never' : (due.choice ?? DEFAULT_EMAILS[kind]);
        if (choice === 'daily') return digest.schedule(due);
        if (choice !== 'at_once') return;
        const budget = BUDGET_OF_TOPIC[key.topic];
        // Past one email an hour about an automation, or the day's budget, the daily email lists the rest.
        if (ONE_AN_HOUR.has(key.topic) && due.isAutomationKnown) return digest.schedule(due);
        if (budget && !(await budgets.takeFor(key.userId, budget))) return digest.schedule(due);
        const headers = unsubscribeHeaders(unsubscribe.linksFor(key.userId, kind));
        await mail.send({ ...email, id, headers }).catch(async (error: unknown) => {
          // The job tries again, and takes again.
          if (budget) await budgets.giveBack(key.userId, budget, now);
          throw error;
        });
      } else await mail.send({ ...email, id });
      await notices.noteEmailed(db, key, now);
    },
    sendDigest: digest.send,

    /** The person has seen it. The app may show a warning before its notice exists. */
    dismiss: async (userId: UserId, { topic, subject }: { topic: NoticeTopic; subject: string }): Promise<void> => {
      const now = await clock.now();
      const notice = { userId, topic, subject };
      if (topic === 'usage_warning' && warningSubjects(now).includes(subject))
        await notices.addNotice(db, { ...notice, now });
      await notices.dismissNotice(db, notice, now);
    },
  };
}
export type NoticesService = ReturnType<typeof createNotices>;
