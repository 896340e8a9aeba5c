import type { RequestedPromotion } from '#contract/billing/discounts.ts';
import type { ProfileAccess } from '../subscription/plan-label.ts';

/**
 * The promotion that a signed-in person's checkout requests: welcome-back for customers whose plan is over. The server checks it.
 */
export function requestedPromotion(access: ProfileAccess | undefined): Pick<RequestedPromotion, 'discount'> {
  return access?.status === 'ended' ? { discount: 'welcome-back' } : {};
}
