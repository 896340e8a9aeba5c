import { useRef, useState } from 'react';
import type { PaymentPageOutcome } from './open-payment-page.ts';

/** One payment page at a time, however often its button is pressed. `heldBackUrl` is to be shown as a link: no tab could open. */
export function usePaymentPage() {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [heldBackUrl, setHeldBackUrl] = useState<string | null>(null);

  /** `start` is `startCheckout` or `openPortal`. Null when one is under way already. */
  const open = async (start: () => Promise<PaymentPageOutcome>): Promise<PaymentPageOutcome | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setIsBusy(true);
    setHeldBackUrl(null);
    const outcome = await start();
    isRunning.current = false;
    setIsBusy(false);
    if (outcome.status === 'held-back') setHeldBackUrl(outcome.url);
    return outcome;
  };
  return { open, isBusy, heldBackUrl };
}
