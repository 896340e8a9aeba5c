import { createContext, useContext } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { UsageKind } from '#contract/billing/limits.ts';
import type { UpgradeReason } from '#contract/billing/upgrade-texts.ts';

export type UpgradeAbout = {
  /** The teammate that is locked. */
  assistantId?: AssistantId;
  /** What the limit counts that was reached. */
  kind?: UsageKind;
  /** The smallest plan that has what is locked. */
  plan?: PaidTier;
  /** One more sentence, such as how much was used. */
  detail?: string;
};
export type Access = {
  /** Opens the upgrade dialog. */
  openUpgrade: (reason: UpgradeReason, about?: UpgradeAbout) => void;
};

const AccessContext = createContext<Access | null>(null);

/** Provides the upgrade dialog to the signed-in area. */
export const AccessProvider = AccessContext.Provider;

/** Opens the upgrade dialog from any screen of the signed-in area. */
export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (!access) throw new Error('useAccess needs an AccessProvider around it.');
  return access;
}
