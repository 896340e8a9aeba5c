import { BILLING_LABELS } from '#contract/texts.ts';
import type { Profile } from './session.ts';

export type ProfileAccess = Profile['access'];

/**
 * How a subscription stands, in the words of spec §4. A trial begins with the confirmed address, so whoever is signed in
 * without one has had theirs and reads 'Free' (DECISIONS "Trial").
 */
export function statusLabel(access: ProfileAccess): string {
  if (access.isInTrial) return BILLING_LABELS.trialing;
  return access.status === 'active' ? BILLING_LABELS.active : BILLING_LABELS.free;
}

/** The plan in one or two words, for the header. */
export function planLabel(access: ProfileAccess): string {
  return access.isInTrial ? BILLING_LABELS.trial : access.planName;
}
