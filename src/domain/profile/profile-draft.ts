import { profileSchema, type BusinessGoal, type BusinessType } from '#contract/account/profile.ts';
import type { z } from 'zod';

/** What has been entered about a person and their business, before it is checked. Choices not made are empty. */
export type ProfileDraft = {
  fullName: string;
  businessName: string;
  businessType: BusinessType | null;
  businessGoals: BusinessGoal[];
  website: string;
  businessSize: string;
  revenueRange: string;
};
export type DraftErrors = Partial<Record<keyof ProfileDraft, string>>;
export type DraftChange = (change: Partial<ProfileDraft>) => void;

type Checked = z.output<typeof profileSchema>;
type Read = { input: Checked; errors: null } | { input: null; errors: DraftErrors };

type SavedProfile = Omit<ProfileDraft, 'businessSize' | 'revenueRange'> & {
  businessSize: string | null;
  revenueRange: string | null;
};

/** A saved profile as a draft. */
export function toDraft(profile: SavedProfile): ProfileDraft {
  const { fullName, businessName, businessType, businessGoals, website, businessSize, revenueRange } = profile;
  return {
    fullName,
    businessName,
    businessType,
    businessGoals,
    website,
    businessSize: businessSize ?? '',
    revenueRange: revenueRange ?? '',
  };
}

/** The draft as the server takes it, or one sentence for each field that is wrong. */
export function readDraft(draft: ProfileDraft): Read {
  const result = profileSchema.safeParse({
    ...draft,
    businessSize: draft.businessSize || null,
    revenueRange: draft.revenueRange || null,
  });
  if (result.success) return { input: result.data, errors: null };
  const errors: DraftErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0];
    if (typeof field === 'string' && Object.hasOwn(draft, field)) errors[field as keyof ProfileDraft] ??= issue.message; // reason: hasOwn proves the key
  }
  return { input: null, errors };
}

/** A goal on or off. */
export function toggleGoal(goals: readonly BusinessGoal[], goal: BusinessGoal): BusinessGoal[] {
  return goals.includes(goal) ? goals.filter((other) => other !== goal) : [...goals, goal];
}
