import { useState } from 'react';
import type { RequestedPromotion } from '#contract/billing/discounts.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { trpc } from '#src/api/trpc.ts';
import { readOrder, toRequestedPromotion, type Order } from '#src/domain/checkout/order.ts';
import { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import { BlockedTabLink } from '#src/ui/blocked-tab-link.tsx';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { UpgradePlan } from './upgrade-plan.tsx';
import { purchasePrice } from './upgrade-price.ts';

type PlansToBuyProps = {
  plans: readonly Plan[];
  /** The one that stands out. */
  pick: Plan | undefined;
  canHaveTrial: boolean;
  /** The promotion to request; the server checks it. */
  requested: RequestedPromotion;
  onClose: () => void;
};

/** Plans for someone who has none, at the price that the checkout will take: the same order, from the same terms. */
export function PlansToBuy({ plans, pick, canHaveTrial, requested, onClose }: PlansToBuyProps) {
  const terms = trpc.billing.terms.useQuery();
  const { mutateAsync: createCheckout } = trpc.billing.checkout.useMutation();
  const pay = usePaymentPage();
  const [chosen, setChosen] = useState<PaidTier | null>(null);
  const choose = async ({ plan, priceId, promotion, firstCents, creditCents }: Order) => {
    setChosen(plan);
    const input = {
      priceId,
      // Either the price in the dialog is charged, or nothing is.
      expectedFirstCents: firstCents,
      expectedCreditCents: creditCents,
      ...toRequestedPromotion(promotion),
    };
    const outcome = await pay.open(() => startCheckout(() => createCheckout(input)));
    // It closes after a checkout starts (ACCESS-4, CHECKOUT-5), except if the tab was blocked, because the link to it is inside.
    if (outcome?.status === 'opened') onClose();
    // The price may be another one by now.
    if (outcome?.status === 'failed') void terms.refetch();
  };
  return (
    <Loaded query={terms} rows={3}>
      {(known) => (
        <>
          <div className="plans">
            {plans.map((plan) => {
              const order = readOrder({ plan: plan.id, cycle: 'monthly' }, requested, known, new Date());
              const isPick = plan === pick;
              return (
                <UpgradePlan key={plan.id} plan={plan} price={purchasePrice(order)} isPick={isPick}>
                  <Button
                    variant={isPick ? 'primary' : 'secondary'}
                    block
                    busy={pay.isBusy && plan.id === chosen}
                    busyText={PROCESSING}
                    disabled={pay.isBusy}
                    onClick={() => void choose(order)}
                  >
                    {planButtonText(plan.name, canHaveTrial)}
                  </Button>
                </UpgradePlan>
              );
            })}
          </div>
          <BlockedTabLink url={pay.blockedUrl} label="Open the payment page" onFollow={onClose} />
        </>
      )}
    </Loaded>
  );
}
