import { useRef, useState } from 'react';
import type { PaymentPageOutcome } from './open-payment-page.ts';

type Blocked = { url: string; subject: string };

/**
 * Opens one payment page at a time, however often its button is pressed. `blockedUrl` is the address to show as a link when the
 * browser blocked the tab. `subject` is what the page is for, such as a price: when it changes, the old link is discarded.
 */
export function usePaymentPage(subject = '') {
  const isRunning = useRef(false);
  const round = useRef(0);
  const [isBusy, setIsBusy] = useState(false);
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  /** Discards the link on screen, and the one still on its way. */
  const forget = (): void => {
    round.current += 1;
    setBlocked(null);
  };

  /** `start` is `startCheckout` or `openPortal`. Null if one is already under way. */
  const open = async (start: () => Promise<PaymentPageOutcome>): Promise<PaymentPageOutcome | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setIsBusy(true);
    forget();
    const thisRound = round.current;
    try {
      const outcome = await start();
      if (outcome.status === 'blocked' && thisRound === round.current) setBlocked({ url: outcome.url, subject });
      return outcome;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { open, forget, isBusy, blockedUrl: blocked?.subject === subject ? blocked.url : null };
}
