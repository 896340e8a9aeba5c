/** Onboarding (TEXT-42). */
export const ONBOARDING_TEXTS = {
  next: 'Continue',
  back: 'Back',
  complete: 'Complete Setup',
  saving: 'Setting up...',
} as const;
