import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import type { Failure } from '#src/api/describe-failure.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { openPaymentPage, type PaymentPageOutcome } from './open-payment-page.ts';

/** Refusals that a retry doesn't fix; their own sentence says what does. */
const SAYS_MORE: readonly ErrorCode[] = [
  'ALREADY_SUBSCRIBED',
  'OFFER_OVER',
  'PROMO_CODE_INVALID',
  'TOO_MANY_ATTEMPTS',
  'INVALID_INPUT',
];

/**
 * Opens the pay page in a new tab, with its toasts (CHECKOUT-6). Call it in the click itself. `isReportedInPlace` says whether the
 * page reports a failure itself.
 */
export function startCheckout(
  create: () => Promise<{ url: string }>,
  isReportedInPlace: (failure: Failure) => boolean = () => false,
): Promise<PaymentPageOutcome> {
  const failed = async (error: unknown) => {
    const failure = await lazyFailure(error);
    if (isReportedInPlace(failure)) return null;
    const { code, text } = failure;
    return code !== null && SAYS_MORE.includes(code)
      ? { title: TOASTS.checkoutFailed.title, text }
      : TOASTS.checkoutFailed;
  };
  return openPaymentPage(create, {
    tab: TOASTS.checkoutStarted,
    started: TOASTS.checkoutStarted,
    ready: TOASTS.checkoutReady,
    failed,
  });
}
