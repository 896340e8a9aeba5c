import type { UsageKind } from '#contract/limits.ts';

/** What is used of each kind, from the list of an overview. */
export function usedByKind(kinds: readonly { kind: UsageKind; used: number }[]): Record<UsageKind, number> {
  const used: Record<UsageKind, number> = { messages: 0, exports: 0, templates: 0, automations: 0, integrations: 0 };
  for (const one of kinds) used[one.kind] = one.used;
  return used;
}
