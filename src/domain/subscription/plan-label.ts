import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { BILLING_LABELS } from '#contract/billing/plan-texts.ts';
import type { Profile } from '../session/session.ts';

export type ProfileAccess = Profile['access'];

/** The plan is still open, but it won't renew. */
const isCanceled = ({ status, planEndsAt }: ProfileAccess) =>
  status === 'ended' || (status === 'active' && planEndsAt !== null);

/**
 * The state of a subscription in its fixed words (TRIAL-8). A trial begins when the address is confirmed, so a signed-in person
 * without one has already had it and reads 'Free'.
 */
export function statusLabel(access: ProfileAccess): string {
  if (access.isInTrial) return BILLING_LABELS.trialing;
  if (access.plan === null) return BILLING_LABELS.free;
  if (access.status === 'past_due') return BILLING_LABELS.past_due;
  return isCanceled(access) ? BILLING_LABELS.canceled : BILLING_LABELS.active;
}

/** The color beside `statusLabel`. */
export function statusTone(access: ProfileAccess): 'warning' | 'danger' | 'success' | 'neutral' {
  if (access.isInTrial) return 'warning';
  if (access.plan === null) return 'neutral';
  if (access.status === 'past_due') return 'danger';
  return isCanceled(access) ? 'neutral' : 'success';
}

/** The plan in one or two words, for the header: the purchased one, even while a trial still opens more. */
export function planLabel(access: ProfileAccess): string {
  return access.isInTrial ? BILLING_LABELS.trial : PLAN_NAMES[access.plan ?? access.tier];
}
