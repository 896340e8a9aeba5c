import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { BILLING_LABELS } from '#contract/texts.ts';
import type { Profile } from '../session/session.ts';

export type ProfileAccess = Profile['access'];

/**
 * How a subscription stands, in the words of spec §4. A trial begins with the confirmed address, so whoever is signed in
 * without one has had theirs and reads 'Free' (DECISIONS "Trial").
 */
export function statusLabel(access: ProfileAccess): string {
  if (access.isInTrial) return BILLING_LABELS.trialing;
  if (access.plan === null) return BILLING_LABELS.free;
  return access.status === 'past_due' ? BILLING_LABELS.past_due : BILLING_LABELS.active;
}

/** The colour beside `statusLabel`. */
export function statusTone(access: ProfileAccess): 'warning' | 'danger' | 'success' | 'neutral' {
  if (access.isInTrial) return 'warning';
  if (access.plan === null) return 'neutral';
  return access.status === 'past_due' ? 'danger' : 'success';
}

/** The plan in one or two words, for the header: the one that was bought, also while a trial still opens more. */
export function planLabel(access: ProfileAccess): string {
  return access.isInTrial ? BILLING_LABELS.trial : PLAN_NAMES[access.plan ?? access.tier];
}
