import { onboardingSchema, type BusinessGoal, type BusinessType, type OnboardingInput } from '#contract/profile.ts';

/** What has been entered so far. Both steps share it, so Back loses nothing. */
export type OnboardingDraft = {
  fullName: string;
  businessName: string;
  businessType: BusinessType | null;
  businessGoals: BusinessGoal[];
  website: string;
  businessSize: string;
  revenueRange: string;
};
export type DraftErrors = Partial<Record<keyof OnboardingDraft, string>>;
export type DraftChange = (change: Partial<OnboardingDraft>) => void;

type Read = { input: OnboardingInput; errors: null } | { input: null; errors: DraftErrors };

/** The draft as the server takes it, or one sentence for each field that is wrong. */
export function readDraft(draft: OnboardingDraft): Read {
  const result = onboardingSchema.safeParse({
    ...draft,
    businessSize: draft.businessSize || null,
    revenueRange: draft.revenueRange || null,
  });
  if (result.success) return { input: result.data, errors: null };
  const errors: DraftErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0];
    if (typeof field === 'string' && Object.hasOwn(draft, field))
      errors[field as keyof OnboardingDraft] ??= issue.message; // reason: hasOwn proves the key
  }
  return { input: null, errors };
}

/** A goal on or off. */
export function toggleGoal(goals: readonly BusinessGoal[], goal: BusinessGoal): BusinessGoal[] {
  return goals.includes(goal) ? goals.filter((other) => other !== goal) : [...goals, goal];
}
