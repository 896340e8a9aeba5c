/** The upgrade dialog (ACCESS-7). */
export const UPGRADE_TITLES = {
  trial_expired: () => 'Your Free Trial Has Expired',
  assistant_locked: (assistantName: string) => `Unlock ${assistantName}`,
  usage_limit: () => 'Usage Limit Reached',
  feature_locked: () => 'Premium Feature',
  default: () => 'Upgrade Your Plan',
} as const;
export type UpgradeReason = keyof typeof UPGRADE_TITLES;
export const MAYBE_LATER = 'Maybe Later';
