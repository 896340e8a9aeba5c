import { createContext, useContext } from 'react';

/**
 * Who looks at the public site: signed out, signed in and in a trial, or signed in otherwise. Trial wording is for the first
 * two (DECISIONS "Trial and subscription").
 */
export type Visitor = 'guest' | 'trial' | 'member';

export const VISITORS: readonly Visitor[] = ['guest', 'trial', 'member'];

const VisitorContext = createContext<Visitor>('guest');
export const VisitorProvider = VisitorContext.Provider;

/** Known when the page is drawn, on the server already. */
export function useVisitor(): Visitor {
  return useContext(VisitorContext);
}
