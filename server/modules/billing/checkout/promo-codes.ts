import type { PromoCode } from '#contract/billing/promo-code.ts';
import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/billing/stripe-customers.ts';
import { getBilling } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PaymentHistory } from '../payment-history.ts';

type Dependencies = { db: Db; stripe: StripeGateway; history: PaymentHistory };

/** `id` is Stripe's. */
export type FoundCode = { id: string; code: PromoCode };

/** Codes created in Stripe (DISCOUNT-10). `find` throws PROMO_CODE_INVALID or PROMO_CODE_FIRST_ONLY if this person can't use the code. */
export function createPromoCodes({ db, stripe, history }: Dependencies) {
  return {
    find: async (userId: UserId, typed: string): Promise<FoundCode> => {
      const found = await stripe.findPromoCode(typed);
      if (!found) throw new AppError('PROMO_CODE_INVALID');
      const { id, customerId, isForFirstPurchase, ...code } = found;
      if (customerId !== null && !(await listCustomerIds(db, userId)).includes(customerId))
        throw new AppError('PROMO_CODE_INVALID');
      if (isForFirstPurchase) {
        const { email, known } = await getBilling(db, userId);
        const hasPaid = (known?.firstPaidAt ?? (await history.of(email)).firstPaidAt) !== null;
        if (hasPaid) throw new AppError('PROMO_CODE_FIRST_ONLY');
      }
      return { id, code };
    },
  };
}
export type PromoCodes = ReturnType<typeof createPromoCodes>;
