import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import { lateFailure } from './late-failure.ts';
import { openPaymentPage, type PaymentPageOutcome } from './open-payment-page.ts';

/** Refusals that trying again does not help against; their own sentence says what does. */
const SAYS_MORE: readonly ErrorCode[] = ['ALREADY_SUBSCRIBED', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT'];

async function failed(error: unknown) {
  const { code, text } = await lateFailure(error);
  return code !== null && SAYS_MORE.includes(code)
    ? { title: TOASTS.checkoutFailed.title, text }
    : TOASTS.checkoutFailed;
}

/** Opens the pay page in a new tab, with the messages of spec §8. To be called in the click itself. */
export function startCheckout(create: () => Promise<{ url: string }>): Promise<PaymentPageOutcome> {
  return openPaymentPage(create, {
    tab: TOASTS.checkoutStarted,
    started: TOASTS.checkoutStarted,
    ready: TOASTS.checkoutReady,
    failed,
  });
}
