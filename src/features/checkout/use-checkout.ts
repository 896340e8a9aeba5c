import { useState } from 'react';
import { promotionFor } from '#contract/billing/discounts.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import type { CheckoutTerms } from './checkout-terms.ts';
import { secondsLeft } from './summary/countdown-words.ts';
import { promotionToAsk, readOrder } from './summary/order.ts';
import { useOffer } from './summary/use-offer.ts';
import { useServerNow } from './summary/use-server-now.ts';

async function readStart(api: Api) {
  const [terms, profile] = await Promise.all([
    api.billing.terms.query(),
    // Only the estimate begins with it.
    api.profile.get.query().catch(() => null),
  ]);
  return { terms, profile };
}

/** The urgent offer is shown once ever, so not to somebody who has a better one, or a plan. */
function isUrgentWanted({ discount, urgent }: CheckoutSearch, terms: CheckoutTerms | undefined): boolean {
  if (terms === undefined || urgent !== 'true' || terms.hasLivePlan) return false;
  const facts = { hasPaid: terms.hasPaid, hasLivePlan: false, isSignedIn: true, offerEndsAt: null };
  return promotionFor({ discount }, facts, new Date()) === null;
}

/** What the checkout knows and does: the person's terms, the offer, the order, and the way to the pay page. */
export function useCheckout(search: CheckoutSearch) {
  const { plan, billing: cycle = 'monthly', discount, urgent } = search;
  const { data, problem, reload } = useLazy(readStart);
  const terms = data?.terms;
  const { offer, retry } = useOffer(isUrgentWanted(search, terms));
  const shown = offer.state === 'shown' ? offer : null;
  const nowMs = useServerNow(shown);
  const order =
    terms === undefined || offer.state === 'loading'
      ? null
      : readOrder(
          { plan, cycle },
          { discount, urgent: urgent === 'true' },
          { ...terms, offerEndsAt: shown?.endsAt ?? null },
          new Date(nowMs),
        );
  const pay = usePaymentPage(`${order?.priceId} ${order?.promotion}`);
  const [refusal, setRefusal] = useState<{ text: string; choice: string } | null>(null);
  const choice = `${plan} ${cycle}`;

  const start = async () => {
    if (order === null) return;
    const { priceId, promotion, firstCents } = order;
    setRefusal(null);
    const outcome = await pay.open(() =>
      startCheckout(
        async () => {
          const api = await loadApi();
          // What the summary shows is what is charged, or nothing is.
          const wish = { priceId, expectedFirstCents: firstCents, ...promotionToAsk(promotion) };
          return api.billing.checkout.mutate(wish);
        },
        ({ code, text }) => {
          const isOver = code === 'OFFER_OVER';
          if (isOver) setRefusal({ text, choice });
          return isOver;
        },
      ),
    );
    if (outcome?.status !== 'failed') return;
    // The page may not be true any more: a plan bought elsewhere, an offer that is over, a session that has ended.
    reload();
    if (promotion === 'urgent') retry();
  };

  return {
    order,
    hasLivePlan: terms?.hasLivePlan === true,
    business: data?.profile ?? null,
    /** Why the price that was shown does not hold; the summary shows the one that does. */
    refusal: refusal?.choice === choice ? refusal.text : null,
    problem: order === null ? problem : null,
    reload,
    isOfferFailed: offer.state === 'failed',
    retryOffer: retry,
    secondsLeft: shown && secondsLeft(shown.endsAt, nowMs),
    start: () => void start(),
    isBusy: pay.isBusy,
    heldBackUrl: pay.heldBackUrl,
  };
}
