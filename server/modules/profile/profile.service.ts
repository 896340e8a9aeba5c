import { PLAN_NAMES, trialDaysLeft } from '#contract/billing/plans.ts';
import {
  effectiveTier,
  hasTrialExpired,
  isInTrial,
  livePlan,
  type PaidTier,
  type Tier,
} from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { getProfile, type AccessRow } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';

/** The person's current entitlement. `tier` is the effective one, `plan` the one that was bought. */
export type Access = {
  tier: Tier;
  plan: PaidTier | null;
  planName: string;
  status: AccessRow['status'];
  isInTrial: boolean;
  hasTrialExpired: boolean;
  trialEndsAt: string | null;
  trialDaysLeft: number;
  /** When the plan ends if nothing is done; null if it renews, or there is none. */
  planEndsAt: string | null;
};

function toAccess(profile: AccessRow, now: Date): Access {
  const tier = effectiveTier(profile, now);
  return {
    tier,
    plan: livePlan(profile, now),
    planName: PLAN_NAMES[tier],
    status: profile.status,
    isInTrial: isInTrial(profile, now),
    hasTrialExpired: hasTrialExpired(profile, now),
    trialEndsAt: profile.trialEndsAt?.toISOString() ?? null,
    trialDaysLeft: profile.trialEndsAt ? trialDaysLeft(profile.trialEndsAt, now) : 0,
    planEndsAt: profile.planEndsAt?.toISOString() ?? null,
  };
}

/** A person's profile and what they may use. */
export function createProfileService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    get: async (userId: UserId, email: string) => {
      const { tier, status, trialEndsAt, planEndsAt, ...profile } = await getProfile(db, userId);
      return { email, ...profile, access: toAccess({ tier, status, trialEndsAt, planEndsAt }, await clock.now()) };
    },
    /** The current entitlement from this row. */
    accessOf: async (row: AccessRow): Promise<Access> => toAccess(row, await clock.now()),
  };
}
export type ProfileService = ReturnType<typeof createProfileService>;
