import { BUSINESS_GOALS, BUSINESS_TYPES } from '#contract/account/profile-choices.ts';
import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import type { ProfileField } from '#server/lib/text/profile-block.ts';

/** What a person has said about their business in their profile. Choices are ids; any that we don't know are left out. */
export type BusinessProfile = {
  fullName: string | null;
  businessName: string | null;
  website: string | null;
  businessType: string | null;
  businessGoals: readonly string[];
  businessSize: string | null;
  revenueRange: string | null;
};

function labelOf(choices: readonly { id: string; label: string }[], id: string | null): string {
  return choices.find((choice) => choice.id === id)?.label ?? '';
}

/** The same in words, as assistants get it and the Brain page lists it; a field that isn't filled in is empty. */
export function profileFacts(profile: BusinessProfile): Record<ProfileField, string> {
  return {
    fullName: profile.fullName ?? '',
    businessName: profile.businessName ?? '',
    website: profile.website ?? '',
    businessType: labelOf(BUSINESS_TYPES, profile.businessType),
    businessGoals: profile.businessGoals
      .map((goal) => labelOf(BUSINESS_GOALS, goal))
      .filter(Boolean)
      .join(', '),
    businessSize: labelOf(BUSINESS_SIZES, profile.businessSize),
    revenueRange: labelOf(REVENUE_RANGES, profile.revenueRange),
  };
}
