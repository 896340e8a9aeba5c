// The fixed texts about plans that only signed-in pages show. `texts.ts` is loaded by every page.

export const LOCKED_TEXTS = {
  title: (assistantName: string) => `${assistantName} is Locked`,
  available: (planName: string) => `Available with ${planName} plan and above`,
  button: (assistantName: string) => `Upgrade to Access ${assistantName}`,
  trialNote: 'Start with a 7-day free trial • Cancel anytime',
  note: 'Cancel anytime',
  sidebar: 'Upgrade to unlock',
} as const;

/** For limits per month, where no plan has a higher one. */
export const COUNT_STARTS_OVER = 'The count starts over next month (UTC).';

/** Billing labels (TRIAL-8). 'Free' is for people whose trial is over. */
export const BILLING_LABELS = {
  trial: 'Free Trial',
  trialing: 'Trial Active',
  active: 'Active',
  past_due: 'Payment failed',
  canceled: 'Canceled',
  free: 'Free',
} as const;

export const MANAGE_SUBSCRIPTION = 'Manage Subscription';
export const PAY_NOW = 'Pay now';
export const USAGE_LIMIT_TITLE = 'Usage Limit Reached';
