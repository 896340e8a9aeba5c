import { GUEST_PURCHASE_DAYS, GUEST_REMINDER_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import type { GuestPurchase } from '#db/queries/billing/guest-purchases.ts';
import { schedule } from '#server/jobs/schedule.ts';

type Times = Pick<GuestPurchase, 'completedAt' | 'startedAt'>;

const after = ({ completedAt, startedAt }: Times, days: number) =>
  new Date((completedAt ?? startedAt).getTime() + days * DAY_MS);

/** When a purchase is ended and refunded if nobody confirms it: its emails say so, and a job does it. */
export const closesAt = (purchase: Times): Date => after(purchase, GUEST_PURCHASE_DAYS);

/**
 * The day before Stripe's trial ends: nobody is charged for what they can't open, so the trial is moved (decision 016).
 */
const EXTEND_TRIAL_DAYS = TRIAL_DAYS - 1;
export const extendsTrialAt = (purchase: Times): Date => after(purchase, EXTEND_TRIAL_DAYS);
/**
 * The trial's new end: after the purchase itself ends, so that a late job charges nobody, and at most two days after
 * the trial of an account that confirms now, which still counts as that account's own (TRIAL-5).
 */
export const trialExtendedUntil = (purchase: Times): Date => after(purchase, GUEST_PURCHASE_DAYS + 0.5);

/** How many reminders are due by now. */
export const remindersDue = (purchase: Times, now: Date): number =>
  GUEST_REMINDER_DAYS.filter((days) => after(purchase, days) <= now).length;

/** When the job has something to do for a purchase that waits for its confirmation. */
export function nextStepAt(purchase: Times, now: Date): Date {
  const steps = [...GUEST_REMINDER_DAYS, EXTEND_TRIAL_DAYS].map((days) => after(purchase, days));
  const ahead = [...steps, closesAt(purchase)].filter((at) => at > now);
  return new Date(Math.min(...ahead.map((at) => at.getTime())));
}

export const settleAt = (trx: Db, id: string, dueAt: Date): Promise<void> =>
  schedule(trx, 'guest-purchase', { key: id, payload: { id }, dueAt });
