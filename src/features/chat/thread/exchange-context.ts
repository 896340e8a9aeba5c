import { createContext, useContext } from 'react';
import type { Place } from './use-opening.ts';

/** What can replace exchanges of the open conversation. */
export type Exchange = {
  /**
   * Asks this answer's question again, in the same words or new ones. The old exchange, and what follows it, stays as
   * another version. Costs one message. Returns false if it can't be sent.
   */
  replace: (answerId: string, question: string, isAgain: boolean) => boolean;
  /** Stops following the link that led here: from now on, the person's own choice counts. */
  leaveLink: () => void;
  /** Shows the open conversation at this place. */
  showAt: (place: Place) => void;
  /** An answer is pending: nothing can be replaced now. */
  isBusy: boolean;
};

const ExchangeContext = createContext<Exchange>({
  replace: () => false,
  leaveLink: () => undefined,
  showAt: () => undefined,
  isBusy: true,
});
export const ExchangeProvider = ExchangeContext.Provider;

export function useExchange(): Exchange {
  return useContext(ExchangeContext);
}
