import type { Limit, UsageKind } from './billing/limits.ts';
import { fillText } from './fill-text.ts';

/** The fixed texts (TEXT-1 and on in docs/product-rules.md). Screens and tests read them from here. */
export const PRODUCT_NAME = 'Tenfold';

export const TOASTS = {
  signedIn: { title: 'Welcome back!', text: 'Successfully signed in.' },
  signedUp: { title: 'Account created!', text: 'Please check your email to confirm your account.' },
  signedOut: { title: 'Signed out', text: '' },
  error: { title: 'Error' },
  onboarded: { title: `Welcome to ${PRODUCT_NAME}!`, text: 'Your profile has been set up successfully.' },
  onboardingFailed: { title: 'Error', text: 'Failed to save your preferences. Please try again.' },
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
} as const;

/** Where no other sentence fits. */
export const UNEXPECTED_PROBLEM = 'Something went wrong on our side. Please try again.';

/** What people see at a limit (TEXT-20, TEXT-21). */
export const LIMIT_TEXTS = {
  messages:
    "You've reached your {planName} plan limit of {limit} messages this month. Please upgrade your plan to continue.",
  exports:
    "You've reached your {planName} plan limit of {limit} exports this month. You are using {currentUsage} of {limit}. Please upgrade your plan to continue.",
  templates:
    "You've reached your {planName} plan limit of {limit} templates this month. You are using {currentUsage} of {limit}. Please upgrade your plan to continue.",
  automations:
    "You've reached your {planName} plan limit of {limit} active automations. You are using {currentUsage} of {limit}. Please upgrade your plan to continue.",
  integrations:
    "You've reached your {planName} plan limit of {limit} connected integrations. You are using {currentUsage} of {limit}. Please upgrade your plan to continue.",
} as const satisfies Record<UsageKind, string>;

export function limitText(kind: UsageKind, planName: string, limit: Limit, currentUsage: number): string {
  return fillText(LIMIT_TEXTS[kind], { planName, limit, currentUsage });
}

/** The label of a plan's button (BILL-12, TRIAL-6). */
export const PLAN_BUTTONS = {
  current: 'Current Plan',
  change: (plan: string) => `Switch to ${plan}`,
  trial: (plan: string) => `Start ${plan} Free Trial`,
  choose: (plan: string) => `Choose ${plan}`,
} as const;
/** Shown beside the annual prices (DISCOUNT-8). */
export const SAVE_TWO_MONTHS = 'Save 2 months';
export const PROCESSING = 'Processing...';
export const OFFER_EXPIRED = 'Offer Expired';
/** What guests see after a checkout (CHECKOUT-8). */
export const PAYMENT_RECEIVED = 'Payment received';
/** The trial email dialog (CHECKOUT-5). */
export const TRIAL_DIALOG_TEXTS = {
  required: 'Email is required',
  invalid: 'Please enter a valid email address',
} as const;

export const NOT_FOUND_TEXTS = { code: '404', title: 'Oops! Page not found' } as const;
/** The button after a failure that a second attempt may fix. */
export const TRY_AGAIN = 'Try Again';

export const CRASH_TEXTS = {
  title: 'Something went wrong',
  text: 'An unexpected error occurred. Please try refreshing the page.',
  refresh: 'Refresh Page',
  retry: TRY_AGAIN,
} as const;

export const AUTH_TEXTS = {
  heading: 'Welcome',
  planHeading: (plan: string) => `Join ${plan} Plan`,
  signIn: 'Sign In',
  signUp: 'Sign Up',
  back: 'Back to home',
} as const;
export const LOADING = 'Loading...';
