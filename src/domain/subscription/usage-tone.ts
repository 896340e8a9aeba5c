import { USAGE_WARNING_SHARE, type Limit } from '#contract/billing/limits.ts';

/** The colour of a usage bar: a warning from 80 % on, danger where nothing more fits. */
export function usageTone(used: number, limit: Limit): 'accent' | 'warning' | 'danger' {
  if (limit === 'unlimited' || limit === 0) return 'accent';
  if (used >= limit) return 'danger';
  return used >= limit * USAGE_WARNING_SHARE ? 'warning' : 'accent';
}
