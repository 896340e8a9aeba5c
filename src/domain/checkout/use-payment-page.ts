import { useRef, useState } from 'react';
import type { PaymentPageOutcome } from './open-payment-page.ts';

type HeldBack = { url: string; subject: string };

/**
 * One payment page at a time, however often its button is pressed. `heldBackUrl` is to be shown as a link: no tab could
 * open. `subject` is what the page is for, such as a price: once it is another, the link leads to nothing chosen.
 */
export function usePaymentPage(subject = '') {
  const isRunning = useRef(false);
  const round = useRef(0);
  const [isBusy, setIsBusy] = useState(false);
  const [heldBack, setHeldBack] = useState<HeldBack | null>(null);

  /** Of a link that is there, and of one that is still on its way. */
  const forget = (): void => {
    round.current += 1;
    setHeldBack(null);
  };

  /** `start` is `startCheckout` or `openPortal`. Null when one is under way already. */
  const open = async (start: () => Promise<PaymentPageOutcome>): Promise<PaymentPageOutcome | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setIsBusy(true);
    forget();
    const thisRound = round.current;
    try {
      const outcome = await start();
      if (outcome.status === 'held-back' && thisRound === round.current) setHeldBack({ url: outcome.url, subject });
      return outcome;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { open, forget, isBusy, heldBackUrl: heldBack?.subject === subject ? heldBack.url : null };
}
