import { createContext, useContext } from 'react';
import type { Visitor } from './read-visitor.ts';

type VisitorInfo = {
  /** Null until it is known; the pages are drawn for somebody without an account. */
  visitor: Visitor | null;
  /** Opens the trial e-mail dialog, or leads whoever is signed in to their dashboard. */
  startTrial: () => void;
};

const VisitorContext = createContext<VisitorInfo>({ visitor: null, startTrial: () => undefined });
export const VisitorContextProvider = VisitorContext.Provider;

export function useVisitor(): VisitorInfo {
  return useContext(VisitorContext);
}
