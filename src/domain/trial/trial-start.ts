import { createContext, useContext } from 'react';

const TrialStart = createContext<() => void>(() => undefined);
export const TrialStartProvider = TrialStart.Provider;

/** Opens the trial email dialog. */
export function useTrialStart(): () => void {
  return useContext(TrialStart);
}
