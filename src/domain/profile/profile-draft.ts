import type { BusinessGoal, BusinessType } from '#contract/account/profile-choices.ts';

/** The fields about a person and their business before validation. Choices not made are empty. */
export type ProfileDraft = {
  fullName: string;
  businessName: string;
  businessType: BusinessType | null;
  /** The owner's own words, if none of the business types fits. */
  businessTypeText: string;
  businessGoals: BusinessGoal[];
  website: string;
  businessSize: string;
  revenueRange: string;
};
export type DraftErrors = Partial<Record<keyof ProfileDraft, string>>;
export type DraftChange = (change: Partial<ProfileDraft>) => void;

type SavedProfile = Omit<ProfileDraft, 'businessSize' | 'revenueRange'> & {
  businessSize: string | null;
  revenueRange: string | null;
};

/** A saved profile as a draft. */
export function toDraft(profile: SavedProfile): ProfileDraft {
  const { fullName, businessName, businessType, businessTypeText, businessGoals, website } = profile;
  const { businessSize, revenueRange } = profile;
  return {
    fullName,
    businessName,
    businessType,
    businessTypeText,
    businessGoals,
    website,
    businessSize: businessSize ?? '',
    revenueRange: revenueRange ?? '',
  };
}

/** Toggles a goal. */
export function toggleGoal(goals: readonly BusinessGoal[], goal: BusinessGoal): BusinessGoal[] {
  return goals.includes(goal) ? goals.filter((other) => other !== goal) : [...goals, goal];
}
