import type { AssistantId } from '../chat/assistants.ts';

/** Onboarding choices (ONBOARD-1). The ids are fixed; the labels may change. */
export const BUSINESS_TYPES = [
  { id: 'ecommerce', label: 'E-commerce', hint: 'You sell products online' },
  { id: 'saas', label: 'SaaS', hint: 'You run a software product' },
  { id: 'freelancer', label: 'Freelancer', hint: 'You work for clients yourself' },
  { id: 'agency', label: 'Agency', hint: 'Your team works for clients' },
] as const;
export const BUSINESS_GOALS = [
  { id: 'sales', label: 'Increase sales', hint: 'More orders from the people you reach' },
  { id: 'traffic', label: 'Get more traffic', hint: 'More people who find you' },
  { id: 'leads', label: 'Generate leads', hint: 'More people who ask for a quote' },
  { id: 'support', label: 'Improve support', hint: 'Faster, kinder answers to customers' },
] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number]['id'];
export type BusinessGoal = (typeof BUSINESS_GOALS)[number]['id'];

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
} as const;
