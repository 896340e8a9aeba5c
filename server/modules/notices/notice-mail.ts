import { LIMITS, usagePeriod, USAGE_KINDS, warningStart } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { isInTrial, livePlan } from '#contract/billing/tiers.ts';
import type { DueMail } from '#db/queries/notices.ts';
import type { UsageRow } from '#db/queries/usage.ts';
import { paymentFailedMail } from '#server/content/mails/payment-failed-mail.ts';
import { trialEndedMail, trialEndingMail } from '#server/content/mails/trial-mails.ts';
import { usageWarningMail } from '#server/content/mails/usage-warning-mail.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { dayIn } from '#server/lib/moments.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

/** A notice that is to be mailed, with how its owner stands now. */
type Told = { due: DueMail; access: Access; usage: UsageRow; now: Date; publicUrl: string };

function trialEnding({ due, usage, now, publicUrl }: Told): OutgoingMail | null {
  const { mailTo, timeZone, trialEndsAt } = due;
  if (trialEndsAt === null || !isInTrial(due, now)) return null;
  // A plan that ends with the trial has no card, or was cancelled.
  const next = livePlan(due, trialEndsAt) ?? 'free';
  const lapsing = next === 'free' ? livePlan(due, now) : null;
  return trialEndingMail(mailTo, { endsAt: trialEndsAt, timeZone, next, lapsing, used: usage, publicUrl });
}

function trialEnded({ due, access, usage, now, publicUrl }: Told): OutgoingMail | null {
  const { mailTo, timeZone, trialEndsAt } = due;
  if (trialEndsAt === null || trialEndsAt > now || access.tier !== 'free') return null;
  return trialEndedMail(mailTo, { endsAt: trialEndsAt, timeZone, used: usage, publicUrl });
}

function usageWarning({ due, access, usage, now, publicUrl }: Told): OutgoingMail | null {
  const kind = USAGE_KINDS.find((one) => due.subject === `${one} ${usagePeriod(one, now)}`);
  if (kind === undefined) return null;
  const [limit, used] = [LIMITS[access.tier][kind], usage[kind]];
  const start = warningStart(limit);
  if (limit === 'unlimited' || start === null || used < start) return null;
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const resetsOn = dayIn(new Date(Date.UTC(year, month + 1)), 'UTC');
  return usageWarningMail(due.mailTo, { kind, planName: access.planName, used, limit, resetsOn, publicUrl });
}

/** The subject names the day until which the plan is kept, and so the failed payment; the instant is the plan's. */
function paymentFailed({ due, access, publicUrl }: Told): OutgoingMail | null {
  const keptUntil = due.planEndsAt;
  if (access.status !== 'past_due' || access.plan === null || keptUntil === null) return null;
  const planName = PLAN_NAMES[access.plan];
  return paymentFailedMail(due.mailTo, { planName, keptUntil, timeZone: due.timeZone, publicUrl });
}

const MAILS = {
  trial_ending: trialEnding,
  trial_ended: trialEnded,
  usage_warning: usageWarning,
  payment_failed: paymentFailed,
};

/** What a notice says now, or null when it is not true any more: the trial is over, the plan larger, the payment made. */
export function noticeMail(told: Told): OutgoingMail | null {
  return MAILS[told.due.topic](told);
}

/** The subjects of today's warnings. */
export const warningSubjects = (now: Date): string[] => USAGE_KINDS.map((kind) => `${kind} ${usagePeriod(kind, now)}`);
