import { PLAN_NAMES, type BillingCycle } from '#contract/plans.ts';
import { promotionFor } from '#contract/discounts.ts';
import type { PaidTier } from '#contract/tiers.ts';
import type { CheckoutSearch } from '#src/lib/checkout-search.ts';
import type { Api } from '#src/lib/late-api.ts';
import { useLate } from '#src/lib/use-late.ts';
import { formatDate } from '#src/lib/format.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import type { CheckoutTerms } from './checkout-terms.ts';
