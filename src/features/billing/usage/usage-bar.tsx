import type { Limit, UsageKind } from '#contract/billing/limits.ts';
import { formatNumber } from '#src/lib/format.ts';
import { kindName } from '#contract/billing/usage-names.ts';
import { usageTone } from '#src/domain/subscription/usage-tone.ts';
import { Measure } from '#src/ui/measure.tsx';

/** How much of a limit is used. What has no limit has no bar. */
export function UsageBar({ kind, used, limit }: { kind: UsageKind; used: number; limit: Limit }) {
  if (limit === 'unlimited') {
    return (
      <p className="row between">
        <span className="strong">{kindName(kind)}</span>
        <span className="num muted">{formatNumber(used)}, unlimited</span>
      </p>
    );
  }
  return <Measure label={kindName(kind)} value={used} max={limit} tone={usageTone(used, limit)} />;
}
