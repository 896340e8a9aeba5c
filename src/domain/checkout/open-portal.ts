import { TOASTS } from '#contract/texts.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { openPaymentPage, type PaymentPageOutcome } from './open-payment-page.ts';

const TAB = { title: 'Opening the customer portal...', text: 'It’s run by our card payment provider.' };

function failed(error: unknown) {
  const code = errorCode(error);
  if (code === 'UNAUTHENTICATED') return TOASTS.portalNeedsSession;
  return code === 'NO_BILLING_ACCOUNT'
    ? { title: TOASTS.portalFailed.title, text: errorText(error) }
    : TOASTS.portalFailed;
}

/** Opens the customer portal in a new tab, with its toasts (BILL-14). Call it in the click itself. */
export function openPortal(create: () => Promise<{ url: string }>): Promise<PaymentPageOutcome> {
  return openPaymentPage(create, { tab: TAB, failed });
}
