import { createContext, useContext } from 'react';
import type { Place } from './use-opening.ts';

/** What can replace exchanges of the open conversation. */
export type Exchange = {
  /**
   * Asks the question of this answer again, in the same words or others. Both, and what comes after them, stay as
   * another version. Costs one message. Returns whether it was sent.
   */
  replace: (answerId: string, question: string, isAgain: boolean) => boolean;
  /** From now on, the person's choice counts, and no longer the link that led here. */
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
