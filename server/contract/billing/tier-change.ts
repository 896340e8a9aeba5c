import { canUseAssistant, TEAM, type AssistantId } from '../chat/assistants.ts';
import { fits, LIMITS, USAGE_KINDS, type Limit, type UsageKind } from './limits.ts';
import type { Tier } from './tiers.ts';

export type LimitChange = { kind: UsageKind; from: Limit; to: Limit; used: number; isOver: boolean };
/** Which teammates another tier opens, keeps and locks, and every limit with its current use. */
export type TierChange = {
  from: Tier;
  to: Tier;
  opens: AssistantId[];
  stays: AssistantId[];
  locks: AssistantId[];
  limits: LimitChange[];
};

/** Describes exactly what the end of a trial, a plan change or a cancellation will do. None of them deletes anything. */
export function tierChange(from: Tier, to: Tier, used: Record<UsageKind, number>): TierChange {
  const idsWhere = (matches: (before: boolean, after: boolean) => boolean) =>
    TEAM.filter(({ id }) => matches(canUseAssistant(from, id), canUseAssistant(to, id))).map(({ id }) => id);
  return {
    from,
    to,
    opens: idsWhere((before, after) => !before && after),
    stays: idsWhere((before, after) => before && after),
    locks: idsWhere((before, after) => before && !after),
    limits: USAGE_KINDS.map((kind) => ({
      kind,
      from: LIMITS[from][kind],
      to: LIMITS[to][kind],
      used: used[kind],
      isOver: !fits(used[kind], LIMITS[to][kind], 0),
    })),
  };
}
