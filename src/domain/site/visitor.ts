import { createContext, useContext } from 'react';

/**
 * Who is visiting the public site: signed out, in a trial, signed in without one, or back after a plan that is over, who gets the
 * welcome-back discount (DISCOUNT-4).
 */
export type Visitor = 'guest' | 'trial' | 'member' | 'returning';

export const VISITORS: readonly Visitor[] = ['guest', 'trial', 'member', 'returning'];

/** Trial wording (TRIAL-6) and the guarantee (BILL-8) are for people who haven't had either yet. */
export const isNew = (visitor: Visitor): boolean => visitor === 'guest' || visitor === 'trial';

const VisitorContext = createContext<Visitor>('guest');
export const VisitorProvider = VisitorContext.Provider;

/** Known when the page is rendered, even on the server. */
export function useVisitor(): Visitor {
  return useContext(VisitorContext);
}
