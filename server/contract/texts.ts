import type { TurnFailure } from './chat.ts';

/** Texts fixed by the specification (§2, §4, §5, §8). Screens and tests read them from here. */
export const PRODUCT_NAME = 'Tenfold';

export const TOASTS = {
  signedIn: { title: 'Welcome back!', text: 'Successfully signed in.' },
  signedUp: { title: 'Account created!', text: 'Please check your email to confirm your account.' },
  signedOut: { title: 'Signed out', text: '' },
  error: { title: 'Error' },
  onboarded: { title: `Welcome to ${PRODUCT_NAME}!`, text: 'Your profile has been set up successfully.' },
  onboardingFailed: { title: 'Error', text: 'Failed to save your preferences. Please try again.' },
  usageCheckFailed: { title: 'Error', text: 'Unable to check usage limits. Please try again.' },
  conversationFailed: { title: 'Error', text: 'Failed to create conversation. Please try again.' },
} as const;

export const USAGE_LIMIT_TITLE = 'Usage Limit Reached';
export function messageLimitText(planName: string, limit: number): string {
  return `You've reached your ${planName} plan limit of ${limit} messages this month. Please upgrade your plan to continue.`;
}

export const TURN_FAILURE_TEXTS: Record<TurnFailure, string> = {
  error: 'Sorry, I encountered an error. Please try again.',
  quota: 'The AI service is currently unavailable due to quota limits. Please try again later or contact support.',
  network: 'Network error. Please check your connection and try again.',
  timeout: 'Request timed out. Please try again with a shorter message.',
};

export const CHAT_TEXTS = {
  searchPlaceholder: 'Search conversations...',
  noneFound: 'No conversations found',
  noneYet: 'No conversations yet',
  loading: 'Loading...',
  empty: 'Start a conversation by typing a message below.',
  inputPlaceholder: 'Type your message...',
} as const;
export const defaultTitle = (assistantName: string) => `Chat with ${assistantName}`;

export const LOCKED_TEXTS = {
  title: (assistantName: string) => `${assistantName} is Locked`,
  available: (planName: string) => `Available with ${planName} plan and above`,
  button: (assistantName: string) => `Upgrade to Access ${assistantName}`,
  trialNote: 'Start with a 7-day free trial • Cancel anytime',
  note: 'Cancel anytime',
  sidebar: 'Upgrade to unlock',
} as const;

export const UPGRADE_TITLES = {
  trial_expired: () => 'Your Free Trial Has Expired',
  assistant_locked: (assistantName: string) => `Unlock ${assistantName}`,
  usage_limit: () => 'Usage Limit Reached',
  feature_locked: () => 'Premium Feature',
  default: () => 'Upgrade Your Plan',
} as const;
export type UpgradeReason = keyof typeof UPGRADE_TITLES;
export const MAYBE_LATER = 'Maybe Later';

/** Billing labels of spec §4. 'Free' is for those who have had their trial (DECISIONS "Trial"). */
export const BILLING_LABELS = {
  trial: 'Free Trial',
  trialing: 'Trial Active',
  active: 'Active',
  free: 'Free',
} as const;

export const NOT_FOUND_TEXTS = { code: '404', title: 'Oops! Page not found' } as const;
export const CRASH_TEXTS = {
  title: 'Something went wrong',
  text: 'An unexpected error occurred. Please try refreshing the page.',
  refresh: 'Refresh Page',
  retry: 'Try Again',
} as const;

export const AUTH_TEXTS = {
  heading: 'Welcome',
  planHeading: (plan: string) => `Join ${plan} Plan`,
  signIn: 'Sign In',
  signUp: 'Sign Up',
  back: 'Back to home',
} as const;
export const ONBOARDING_TEXTS = {
  next: 'Continue',
  back: 'Back',
  complete: 'Complete Setup',
  saving: 'Setting up...',
} as const;
export const LOADING = 'Loading...';
