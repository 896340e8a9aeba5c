import type { UsageKind } from '#contract/limits.ts';

/** The kinds that screens speak of: those whose feature exists (DECISIONS "No vapour"). A new feature adds its kind here. */
export const SHOWN_KINDS: readonly UsageKind[] = ['messages', 'exports'];
