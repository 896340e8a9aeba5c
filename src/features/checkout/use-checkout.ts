import { useEffect, useState } from 'react';
import { promotionFor } from '#contract/billing/discounts.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import type { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import type { ChangeOrder } from './summary/lazy-promo-code.tsx';
import type { CheckoutStart, CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { useSent } from '#src/hydration/use-sent.ts';
import { secondsLeft } from './summary/countdown-words.ts';
import { toRequestedPromotion, readOrder, withTax } from '#src/domain/checkout/order.ts';
import { useOffer } from './summary/use-offer.ts';
import { useTax } from './summary/use-tax.ts';
import { useServerNow } from './summary/use-server-now.ts';

let startsCheckout: typeof startCheckout | null = null;
/**
 * Loaded on the first user interaction. Only a faster click has to wait, and the tab may then need to be opened with a
 * link.
 */
const loadStart = async () => (startsCheckout = (await import('#src/domain/checkout/start-checkout.ts')).startCheckout);

async function readStart(api: Api): Promise<CheckoutStart> {
  const [terms, profile] = await Promise.all([
    api.billing.terms.query(),
    // Only the estimate starts from it.
    api.profile.get.query().catch(() => null),
  ]);
  return { terms, profile };
}

/** The requested promotion, if this person qualifies for it, regardless of other offers. */
function promotionWithoutOffer({ discount }: CheckoutSearch, { hasPaid, hasLivePlan }: CheckoutTerms) {
  return promotionFor({ discount }, { hasPaid, hasLivePlan, isSignedIn: true, offerEndsAt: null }, new Date());
}

/** A person sees the urgent offer only once, so don't show it to anyone with a better discount, or a plan. */
function isUrgentWanted(search: CheckoutSearch, terms: CheckoutTerms | undefined): boolean {
  if (terms === undefined || search.urgent !== 'true' || terms.hasLivePlan) return false;
  return promotionWithoutOffer(search, terms) === null;
}

/** The state and actions of the checkout: the person's terms, the offer, the order, and the way to the pay page. */
export function useCheckout(search: CheckoutSearch, start: CheckoutStart | null) {
  const { plan, billing: cycle = 'monthly', discount, urgent } = search;
  const isHydrated = useHydrated();
  const { data, problem, reload } = useLazy(readStart, useSent(start));
  // The order names dates in the reader's time zone, which the server doesn't know.
  const terms = isHydrated ? data?.terms : undefined;
  const { offer, retry } = useOffer(isUrgentWanted(search, terms));
  const shown = offer.state === 'shown' ? offer : null;
  const nowMs = useServerNow(shown);
  const [changeOrder, setChangeOrder] = useState<ChangeOrder | null>(null);
  const plainOrder =
    terms === undefined || offer.state === 'loading'
      ? null
      : readOrder(
          { plan, cycle },
          { discount, urgent: urgent === 'true' },
          { ...terms, offerEndsAt: shown?.endsAt ?? null },
          new Date(nowMs),
        );
  const untaxedOrder = plainOrder && changeOrder ? changeOrder(plainOrder) : plainOrder;
  const taxCents = useTax(untaxedOrder);
  const order = untaxedOrder && withTax(untaxedOrder, taxCents);
  const promoCode = order?.code?.promoCode;
  useEffect(() => whenUsed(() => void Promise.all([loadApi(), loadStart()]).catch(() => undefined)), []);
  const pay = usePaymentPage(`${order?.priceId} ${order?.promotion} ${promoCode}`);
  const [refusal, setRefusal] = useState<{ text: string; choice: string } | null>(null);
  const choice = `${plan} ${cycle}`;

  const pressPay = async () => {
    if (order === null || terms === undefined) return;
    const { priceId, promotion, firstCents } = order;
    setRefusal(null);
    const outcome = await pay.open(async () => {
      const toPayPage = startsCheckout ?? (await loadOrReport(loadStart));
      if (!toPayPage) return { status: 'failed' };
      return toPayPage(
        async () => {
          const api = await loadApi();
          // Either the price in the summary is charged, or nothing is.
          const input = {
            priceId,
            promoCode,
            expectedFirstCents: firstCents,
            expectedCreditCents: terms.creditCents,
            ...toRequestedPromotion(promotion),
          };
          return api.billing.checkout.mutate(input);
        },
        ({ code, text }) => {
          const hasChanged = code === 'OFFER_OVER' || code === 'CREDIT_CHANGED';
          if (hasChanged) setRefusal({ text, choice });
          return hasChanged;
        },
      );
    });
    if (outcome?.status !== 'failed') return;
    // The page may be stale: a plan bought elsewhere, an expired offer, an ended session.
    reload();
    if (promotion === 'urgent') retry();
  };

  return {
    order,
    applyCode: (change: ChangeOrder | null) => setChangeOrder(() => change),
    hasLivePlan: terms?.hasLivePlan === true,
    business: data?.profile ?? null,
    /**
     * Returning customers see their price everywhere, even in the server's HTML; first-time customers, in the summary.
     */
    welcomeBack:
      data && promotionWithoutOffer(search, data.terms) === 'welcome-back' ? ('welcome-back' as const) : null, // reason: the type of one promotion
    /** Why the shown price no longer applies; the summary shows the current one. */
    refusal: refusal?.choice === choice ? refusal.text : null,
    problem: order === null ? problem : null,
    reload,
    isOfferFailed: offer.state === 'failed',
    retryOffer: retry,
    secondsLeft: shown && secondsLeft(shown.endsAt, nowMs),
    start: () => void pressPay(),
    isBusy: pay.isBusy,
    blockedUrl: pay.blockedUrl,
  };
}
