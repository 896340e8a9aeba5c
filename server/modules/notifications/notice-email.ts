import { LIMITS, noticeStart, USAGE_KINDS, warningSubject } from '#contract/billing/limits.ts';
import { isInTrial, livePlan } from '#contract/billing/tiers.ts';
import type { DueEmail } from '#db/queries/notices/notices.ts';
import type { UsageRow } from '#db/queries/usage/usage.ts';
import { trialEndedEmail, trialEndingEmail } from '#server/content/emails/trial-emails.ts';
import { usageWarningEmail } from '#server/content/emails/usage-warning-email.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { dayText } from '#contract/dates.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

/** A notice to be emailed, with its owner's current state. */
type Current = { access: Access; usage: UsageRow; now: Date };
type NoticeFacts = Current & { due: DueEmail; publicUrl: string };

function trialEnding({ due, usage, now, publicUrl }: NoticeFacts): OutgoingEmail | null {
  const { emailTo, timeZone, trialEndsAt } = due;
  if (trialEndsAt === null || !isInTrial(due, now)) return null;
  // A plan that ends with the trial has no card, or was canceled.
  const next = livePlan(due, trialEndsAt) ?? 'free';
  const lapsing = next === 'free' ? livePlan(due, now) : null;
  return trialEndingEmail(emailTo, { endsAt: trialEndsAt, timeZone, next, lapsing, used: usage, publicUrl });
}

function trialEnded({ due, access, usage, now, publicUrl }: NoticeFacts): OutgoingEmail | null {
  const { emailTo, timeZone, trialEndsAt } = due;
  if (trialEndsAt === null || trialEndsAt > now || access.tier !== 'free') return null;
  return trialEndedEmail(emailTo, { endsAt: trialEndsAt, timeZone, used: usage, publicUrl });
}

/** Whether the share of a limit that a notice is about is still used, on the plan and in the month of now. All other notices are. */
export function isStillSo({ topic, subject }: Pick<DueEmail, 'topic' | 'subject'>, current: Current): boolean {
  if (topic !== 'usage_warning' && topic !== 'usage_limit') return true;
  const kind = USAGE_KINDS.find((one) => subject === warningSubject(one, current.now));
  if (kind === undefined) return false;
  const start = noticeStart(topic, LIMITS[current.access.tier][kind]);
  return start !== null && current.usage[kind] >= start;
}

function usageWarning({ due, access, usage, now, publicUrl }: NoticeFacts): OutgoingEmail | null {
  const kind = USAGE_KINDS.find((one) => due.subject === warningSubject(one, now));
  if (kind === undefined || !isStillSo(due, { access, usage, now })) return null;
  const [limit, used] = [LIMITS[access.tier][kind], usage[kind]];
  if (limit === 'unlimited') return null;
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const resetsOn = dayText(new Date(Date.UTC(year, month + 1)), 'UTC');
  return usageWarningEmail(due.emailTo, { kind, planName: access.planName, used, limit, resetsOn, publicUrl });
}

const EMAILS = {
  trial_ending: trialEnding,
  trial_ended: trialEnded,
  usage_warning: usageWarning,
  usage_limit: usageWarning,
};

type OwnTopic = keyof typeof EMAILS;
/** The other topics are told as in the bell, or are about money, and billing writes them. */
export const isOwnTopic = (topic: DueEmail['topic']): topic is OwnTopic => topic in EMAILS;

const AS_IN_BELL = ['conflict', 'answer', 'approval', 'run_failed', 'automation_paused', 'automation_notice'] as const;
/** Whether its email says what the bell says. */
export const isToldAsInBell = (topic: DueEmail['topic']): boolean => AS_IN_BELL.some((one) => one === topic);

/** The current text of a notice, or null if it no longer applies: the trial is over, the plan is larger. */
export function noticeEmail(topic: OwnTopic, facts: NoticeFacts): OutgoingEmail | null {
  return EMAILS[topic](facts);
}

/** The subjects of today's warnings. */
export const warningSubjects = (now: Date): string[] => USAGE_KINDS.map((kind) => warningSubject(kind, now));
