import type { TurnFailure } from './chat/chat.ts';
import type { Limit, UsageKind } from './billing/limits.ts';
import { periodNoun } from './billing/usage-names.ts';

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
  checkoutStarted: {
    title: 'Creating checkout session...',
    text: 'Please wait while we prepare your subscription',
  },
  checkoutReady: {
    title: 'Redirecting to checkout...',
    text: "You'll be redirected to a card payment provider in a new tab",
  },
  checkoutFailed: { title: 'Error', text: 'Failed to create checkout session. Please try again.' },
  portalFailed: { title: 'Error', text: 'Failed to open customer portal' },
  portalNeedsSession: { title: 'Authentication Required', text: 'Please log in to manage your subscription' },
  subscribed: { title: 'Subscription Successful!', text: '' },
  subscriptionCanceled: { title: 'Subscription Canceled', text: '' },
  linkCopied: { title: 'Link copied!', text: '' },
  visitorFailed: { title: 'Connection Error', text: 'Unable to send message. Please try again.' },
  conversationFailed: { title: 'Error', text: 'Failed to create conversation. Please try again.' },
} as const;

export const USAGE_LIMIT_TITLE = 'Usage Limit Reached';
/** The message text of spec §8, and those of the other kinds after it (DECISIONS "Prices, plans and limits"). */
export function limitText(kind: UsageKind, planName: string, limit: Limit, currentUsage: number): string {
  const reached = `You've reached your ${planName} plan limit of ${limit}`;
  if (kind === 'messages') return `${reached} messages this month. Please upgrade your plan to continue.`;
  return `${reached} ${periodNoun(kind)}. You are using ${currentUsage} of ${limit}. Please upgrade your plan to continue.`;
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
  past_due: 'Payment failed',
  free: 'Free',
} as const;
/** What a plan's button says (spec §2 "Billing screen", DECISIONS "Trial wording"). */
export const PLAN_BUTTONS = {
  current: 'Current Plan',
  change: (plan: string) => `Switch to ${plan}`,
  trial: (plan: string) => `Start ${plan} Free Trial`,
  choose: (plan: string) => `Choose ${plan}`,
} as const;
export const MANAGE_SUBSCRIPTION = 'Manage Subscription';
export const PAY_NOW = 'Pay now';
export const PROCESSING = 'Processing...';
export const OFFER_EXPIRED = 'Offer Expired';
/** What a guest reads who went through with a checkout (DECISIONS "Trial and subscription"). */
export const PAYMENT_RECEIVED = 'Payment received';
/** The trial e-mail dialog (spec §5). */
export const TRIAL_DIALOG_TEXTS = {
  required: 'Email is required',
  invalid: 'Please enter a valid email address',
} as const;

/** The visitor chatbot (spec §4, §8). */
export const VISITOR_CHAT_TEXTS = {
  badge: 'AI',
  apology: (supportEmail: string) =>
    `I'm sorry, I'm having trouble connecting right now... Please try again, or write to ${supportEmail} and a person will answer.`,
  requestDemo: 'Request Demo',
  later: 'Later',
} as const;

/** The blog (spec §2 "Blog"). */
export const BLOG_TEXTS = {
  searchPlaceholder: 'Search articles...',
  all: 'All Articles',
  featured: 'Featured Articles',
  none: 'No articles found',
  more: (count: number) => `+${count} more`,
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
