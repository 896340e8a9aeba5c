import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import type { Failure } from '#src/api/describe-failure.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { openPaymentPage, type PaymentPageOutcome } from './open-payment-page.ts';

/** Refusals that trying again does not help against; their own sentence says what does. */
const SAYS_MORE: readonly ErrorCode[] = ['ALREADY_SUBSCRIBED', 'OFFER_OVER', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'];

/**
 * Opens the pay page in a new tab, with the messages of spec §8. To be called in the click itself. `isToldInPlace` says
 * of a failure whether the page tells of it.
 */
export function startCheckout(
  create: () => Promise<{ url: string }>,
  isToldInPlace: (failure: Failure) => boolean = () => false,
): Promise<PaymentPageOutcome> {
  const failed = async (error: unknown) => {
    const failure = await lazyFailure(error);
    if (isToldInPlace(failure)) return null;
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
