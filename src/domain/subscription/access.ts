import { createContext, useContext } from 'react';
import type { UpgradeReason } from '#contract/texts.ts';

export type Access = {
  /** Opens the upgrade dialog. `detail` is one more sentence, such as how much was used. */
  openUpgrade: (reason: UpgradeReason, assistantName?: string, detail?: string) => void;
};

const AccessContext = createContext<Access | null>(null);

/** Gives the signed-in area its upgrade dialog. */
export const AccessProvider = AccessContext.Provider;

/** The way to the upgrade dialog from any screen of the signed-in area. */
export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (!access) throw new Error('useAccess needs an AccessProvider around it.');
  return access;
}
