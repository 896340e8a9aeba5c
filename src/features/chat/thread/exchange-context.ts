import { createContext, useContext } from 'react';

/** What can replace exchanges of the open conversation. */
export type Exchange = {
  /**
   * Asks the question of this answer again, in the same words or others. Both, and what comes after them, stay as
   * another version. Costs one message.
   */
  replace: (answerId: string, question: string, isAgain: boolean) => void;
  /** Shows a message where another one was: `offset` is how far it was below the top of the view, in pixels. */
  showAt: (messageId: string, offset: number) => void;
  /** An answer is pending: nothing can be replaced now. */
  isBusy: boolean;
};

const ExchangeContext = createContext<Exchange>({
  replace: () => undefined,
  showAt: () => undefined,
  isBusy: true,
});
export const ExchangeProvider = ExchangeContext.Provider;

export function useExchange(): Exchange {
  return useContext(ExchangeContext);
}
