import type { AssistantId } from '../chat/assistants.ts';

/** Onboarding choices (ONBOARD-1). The ids are fixed; the labels may change. */
export const BUSINESS_TYPES = [
  { id: 'ecommerce', label: 'E-commerce', hint: 'Online shop, store, bakery, restaurant' },
  { id: 'saas', label: 'SaaS', hint: 'App, software, online service' },
  { id: 'freelancer', label: 'Freelancer', hint: 'Salon, plumber, coach, photographer' },
  { id: 'agency', label: 'Agency', hint: 'Marketing agency, lawyer, consultancy' },
  { id: 'other', label: 'Another kind of business', hint: 'Describe it in your own words' },
] as const;
/** Maximum length of the owner's words for another kind of business, in characters. */
export const BUSINESS_TYPE_TEXT_MAX = 80;
export const BUSINESS_GOALS = [
  { id: 'sales', label: 'Increase sales', hint: 'More orders from the people you reach' },
  { id: 'traffic', label: 'Get more traffic', hint: 'More people who find you' },
  { id: 'leads', label: 'Generate leads', hint: 'More people who ask for a quote' },
  { id: 'support', label: 'Improve support', hint: 'Faster, kinder answers to customers' },
] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number]['id'];
export type BusinessGoal = (typeof BUSINESS_GOALS)[number]['id'];

/** What kind of business it is, in words: the label of its type, or the owner's own words for another kind. */
export function businessTypeWords(type: string | null, text: string): string {
  if (type === 'other' && text !== '') return text;
  return BUSINESS_TYPES.find(({ id }) => id === type)?.label ?? '';
}

/** The two teammates who work on each goal (ONBOARD-4). */
export const GOAL_TEAM: Record<BusinessGoal, readonly [AssistantId, AssistantId]> = {
  sales: ['milli', 'emmie'],
  traffic: ['seomi', 'soshie'],
  leads: ['landa', 'milli'],
  support: ['cassie', 'opsie'],
};

/** Onboarding (TEXT-42). */
export const ONBOARDING_TEXTS = {
  next: 'Continue',
  back: 'Back',
  complete: 'Complete Setup',
  saving: 'Setting up...',
  typeMissing: 'To continue, choose a kind of business.',
  goalMissing: 'To finish, choose at least one goal.',
} as const;
