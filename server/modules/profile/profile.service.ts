import { PLAN_NAMES, trialDaysLeft } from '#contract/plans.ts';
import type { onboardingSchema } from '#contract/profile.ts';
import { effectiveTier, hasTrialExpired, isInTrial, type Tier } from '#contract/tiers.ts';
import type { Db } from '#db/client.ts';
import { getProfile, updateProfile, type AccessRow } from '#db/queries/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { z } from 'zod';

/** What a person's subscription opens now. `tier` is the effective one. */
export type Access = {
  tier: Tier;
  planName: string;
  status: AccessRow['status'];
  isInTrial: boolean;
  hasTrialExpired: boolean;
  trialEndsAt: string | null;
  trialDaysLeft: number;
};

function toAccess(profile: AccessRow, now: Date): Access {
  const tier = effectiveTier(profile, now);
  return {
    tier,
    planName: PLAN_NAMES[tier],
    status: profile.status,
    isInTrial: isInTrial(profile, now),
    hasTrialExpired: hasTrialExpired(profile, now),
    trialEndsAt: profile.trialEndsAt?.toISOString() ?? null,
    trialDaysLeft: profile.trialEndsAt ? trialDaysLeft(profile.trialEndsAt, now) : 0,
  };
}

export function createProfileService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    get: async (userId: UserId, email: string) => {
      const row = await getProfile(db, userId);
      const { fullName, businessName, website, businessType, businessGoals, businessSize, revenueRange } = row;
      return {
        email,
        fullName,
        businessName,
        website,
        businessType,
        businessGoals,
        businessSize,
        revenueRange,
        access: toAccess(row, await clock.now()),
      };
    },
    /** What the plan on this row opens now. */
    accessOf: async (row: AccessRow): Promise<Access> => toAccess(row, await clock.now()),
    completeOnboarding: async (userId: UserId, input: z.output<typeof onboardingSchema>): Promise<void> => {
      await updateProfile(db, userId, {
        full_name: input.fullName,
        business_type: input.businessType,
        business_goals: input.businessGoals,
        business_name: input.businessName,
        website: input.website,
        business_size: input.businessSize,
        revenue_range: input.revenueRange,
        updated_at: await clock.now(),
      });
    },
  };
}
export type ProfileService = ReturnType<typeof createProfileService>;
