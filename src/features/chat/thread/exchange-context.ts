import { createContext, useContext } from 'react';

/** What can replace the last exchange of the open conversation. */
export type Exchange = {
  /** Replaces this answer and its question by asking again, in the same words or others. Costs one message. */
  replace: (answerId: string, question: string, isAgain: boolean) => void;
  /** An answer is pending: nothing can be replaced now. */
  isBusy: boolean;
};

const ExchangeContext = createContext<Exchange>({ replace: () => undefined, isBusy: true });
export const ExchangeProvider = ExchangeContext.Provider;

export function useExchange(): Exchange {
  return useContext(ExchangeContext);
}
