import { PREMIUM_TEMPLATES_TIER } from '#contract/billing/limits.ts';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import { isAtLeast } from '#contract/billing/tiers.ts';
import { trpc } from '#src/api/trpc.ts';
import { useAccess } from '#src/domain/subscription/access.ts';

/** Which templates the person's plan lets them use, and what is offered in place of the others (ACCESS-7). */
export function useTemplateAccess() {
  const { openUpgrade } = useAccess();
  const tier = trpc.profile.get.useQuery().data?.access.tier;
  return {
    tier,
    isLocked: ({ isPremium }: { isPremium: boolean }): boolean =>
      isPremium && tier !== undefined && !isAtLeast(tier, PREMIUM_TEMPLATES_TIER),
    offerPremium: () =>
      openUpgrade('feature_locked', {
        plan: PREMIUM_TEMPLATES_TIER,
        detail: PREMIUM_TEMPLATE_LOCKED,
      }),
    offerMore: (detail?: string) => openUpgrade('usage_limit', { kind: 'templates', detail }),
  };
}
