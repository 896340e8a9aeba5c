import type { AskedPromotion } from '#contract/billing/discounts.ts';
import type { ProfileAccess } from '../subscription/plan-label.ts';

/** The promotion that a checkout of a signed-in person asks for: whoever had a plan and comes back. The server checks it. */
export function askedPromotion(access: ProfileAccess | undefined): Pick<AskedPromotion, 'discount'> {
  return access?.status === 'ended' ? { discount: 'welcome-back' } : {};
}
