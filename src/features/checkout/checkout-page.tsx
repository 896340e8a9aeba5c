import { Link } from '@tanstack/react-router';
import { PLAN_NAMES, type BillingCycle } from '#contract/billing/plans.ts';
import { PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { CheckoutStart } from '#src/domain/checkout/checkout-terms.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { formatAmount, formatDate } from '#src/lib/text/format.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { BlockedTabLink } from '#src/ui/blocked-tab-link.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { LazyCheckoutMore } from './compare/lazy-checkout-more.tsx';
import { CycleChoice } from './summary/cycle-choice.tsx';
import { LazyPromoCode } from './summary/lazy-promo-code.tsx';
import { dueLabel } from './summary/order-words.ts';
import { OrderSummaryWhenKnown } from './summary/order-summary.tsx';
import { PlanOptions } from './plan-options.tsx';
import { SummaryPending } from './summary/summary-pending.tsx';
import { useCheckout } from './use-checkout.ts';

const LazyHasPlan = lazyPart(async () => (await import('./has-plan.tsx')).HasPlan);
/** Mounted before the order is known, so that its code loads beside it. */
const LazyOfferBanner = lazyPart(async () => (await import('./summary/offer-banner.tsx')).OfferBannerWhenKnown);
const LazyOfferFailed = lazyPart(async () => (await import('./summary/offer-failed.tsx')).OfferFailed);
type CheckoutPageProps = {
  search: CheckoutSearch;
  /** What the server sent with the page. */
  start: CheckoutStart | null;
  onChoose: (choice: { plan?: PaidTier; billing?: BillingCycle }) => void;
};

/** `/checkout` (CHECKOUT-1): the choices are in the URL, and the summary says what will be charged. */
export function CheckoutPage({ search, start, onChoose }: CheckoutPageProps) {
  const { plan, billing: cycle = 'monthly', from: back = '/#pricing' } = search;
  const {
    order,
    applyCode,
    hasLivePlan,
    business,
    welcomeBack,
    refusal,
    problem,
    reload,
    isOfferFailed,
    retryOffer,
    secondsLeft,
    ...pay
  } = useCheckout(search, start);

  // A promotion applies only if it was asked for (DISCOUNT-2), so most visits don't load its code.
  const isOfferAsked = search.discount !== undefined || search.urgent === 'true';

  if (hasLivePlan) {
    return (
      <CheckoutFrame back={back}>
        <LazyHasPlan plan={plan} />
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
    <CheckoutFrame back={back}>
      <div className="co">
        <div className="co-main">
          <div className="stack co-title">
            <h1 className="h1">Choose your plan</h1>
            <p className="muted">
              {`${trialEndsAt === null ? '' : `Free until ${formatDate(trialEndsAt)}. `}You can change or cancel anytime.`}
            </p>
          </div>
          {isOfferAsked && (
            <LazyOfferBanner order={order} isNewcomer={search.discount === 'first-time'} secondsLeft={secondsLeft} />
          )}
          {isOfferFailed && <LazyOfferFailed onRetry={retryOffer} />}
          <PlanOptions
            plan={plan}
            cycle={cycle}
            promotion={welcomeBack}
            onChange={(chosen) => onChoose({ plan: chosen })}
          />
          <CycleChoice
            plan={plan}
            cycle={cycle}
            promotion={welcomeBack}
            onChange={(billing) => onChoose({ billing })}
          />
          <LazyCheckoutMore plan={plan} cycle={cycle} promotion={welcomeBack} known={business} />
        </div>
        <aside className="sum" aria-label="Order summary">
          {refusal !== null && <p role="alert">{refusal}</p>}
          <OrderSummaryWhenKnown order={order} pending={<SummaryPending problem={problem} onRetry={reload} />}>
            <LazyPromoCode applied={order?.code?.promoCode ?? null} onApply={applyCode} />
            <Button size="lg" block {...button} />
            <BlockedTabLink url={pay.blockedUrl} label="Open the payment page" />
            {trialEndsAt !== null && (
              <Link className={buttonClass({ variant: 'ghost', block: true })} to="/dashboard">
                Decide later
              </Link>
            )}
          </OrderSummaryWhenKnown>
        </aside>
      </div>
      {order && (
        <div className="paybar">
          <p className="grow num">
            <span className="small muted">{dueLabel(order)}</span>
            <br />
            <b className="strong">{formatAmount(order.dueTodayCents)}</b>
          </p>
          {pay.blockedUrl === null ? (
            <Button {...button} />
          ) : (
            <a className={buttonClass()} href={pay.blockedUrl} target="_blank" rel="noreferrer">
              Open the payment page
            </a>
          )}
        </div>
      )}
    </CheckoutFrame>
  );
}
