import { Link } from '@tanstack/react-router';
import { PLAN_NAMES, type BillingCycle } from '#contract/billing/plans.ts';
import { PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { formatAmount, formatDate } from '#src/lib/format.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { HeldBackLink } from '#src/ui/held-back-link.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { CycleChoice } from './summary/cycle-choice.tsx';
import { HasPlan } from './has-plan.tsx';
import { LazyCheckoutMore } from './compare/lazy-checkout-more.tsx';
import { OfferBanner } from './summary/offer-banner.tsx';
import { OfferFailed } from './summary/offer-failed.tsx';
import { OrderSummary } from './summary/order-summary.tsx';
import { PlanOptions } from './plan-options.tsx';
import { SummaryPending } from './summary/summary-pending.tsx';
import { useCheckout } from './use-checkout.ts';

type CheckoutPageProps = {
  search: CheckoutSearch;
  onChoose: (choice: { plan?: PaidTier; billing?: BillingCycle }) => void;
};

/** `/checkout` (spec §2): what is chosen stands in the address, and the summary says what will be charged. */
export function CheckoutPage({ search, onChoose }: CheckoutPageProps) {
  const { plan, billing: cycle = 'monthly' } = search;
  const { order, hasLivePlan, business, refusal, problem, reload, isOfferFailed, retryOffer, secondsLeft, ...pay } =
    useCheckout(search);

  if (hasLivePlan) {
    return (
      <CheckoutFrame hasBack>
        <HasPlan plan={plan} />
      </CheckoutFrame>
    );
  }
  const trialEndsAt = order?.firstChargeAt ?? null;
  const button = {
    busy: pay.isBusy,
    busyText: PROCESSING,
    disabled: order === null,
    onClick: pay.start,
    children: planButtonText(PLAN_NAMES[plan], trialEndsAt !== null),
  };
  return (
    <CheckoutFrame hasBack>
      <div className="co">
        <div className="co-main">
          <div className="stack co-title">
            <h1 className="h1">Choose your plan</h1>
            <p className="muted">
              {trialEndsAt !== null && `Free until ${formatDate(trialEndsAt)}. `}You can change or cancel at any time.
            </p>
          </div>
          {order && <OfferBanner order={order} secondsLeft={secondsLeft} />}
          {isOfferFailed && <OfferFailed onRetry={retryOffer} />}
          <PlanOptions plan={plan} cycle={cycle} onChange={(chosen) => onChoose({ plan: chosen })} />
          <CycleChoice plan={plan} cycle={cycle} onChange={(billing) => onChoose({ billing })} />
          <LazyCheckoutMore plan={plan} cycle={cycle} known={business} />
        </div>
        <aside className="sum" aria-label="Order summary">
          {refusal !== null && <p role="alert">{refusal}</p>}
          {order ? (
            <OrderSummary order={order}>
              <Button size="lg" block {...button} />
              <HeldBackLink url={pay.heldBackUrl} label="Open the pay page" />
              {trialEndsAt !== null && (
                <Link className={buttonClass({ variant: 'ghost', block: true })} to="/dashboard">
                  Decide later
                </Link>
              )}
            </OrderSummary>
          ) : (
            <SummaryPending problem={problem} onRetry={reload} />
          )}
        </aside>
      </div>
      {order && (
        <div className="paybar">
          <p className="grow num">
            <span className="small muted">Due today</span>
            <br />
            <b className="strong">{formatAmount(order.dueTodayCents)}</b>
          </p>
          {pay.heldBackUrl === null ? (
            <Button {...button} />
          ) : (
            <a className={buttonClass()} href={pay.heldBackUrl} target="_blank" rel="noreferrer">
              Open the pay page
            </a>
          )}
        </div>
      )}
    </CheckoutFrame>
  );
}
