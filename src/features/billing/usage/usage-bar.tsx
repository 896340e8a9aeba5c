import { USAGE_WARNING_SHARE, type Limit, type UsageKind } from '#contract/billing/limits.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { kindName } from '#contract/billing/usage-names.ts';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';

/** The color of a usage bar: a warning from 80 % on, danger when nothing is left. */
export function usageTone(used: number, limit: Limit): 'accent' | 'warning' | 'danger' {
  if (limit === 'unlimited' || limit === 0) return 'accent';
  if (used >= limit) return 'danger';
  return used >= limit * USAGE_WARNING_SHARE ? 'warning' : 'accent';
}

/** How much of a limit is used. Without a limit there is no bar. */
export function UsageBar({ kind, used, limit }: { kind: UsageKind; used: number; limit: Limit }) {
  if (limit === 'unlimited') {
    return (
      <p className="row between">
        <span className="strong">{kindName(kind)}</span>
        <span className="num muted">{`${formatNumber(used)}, no limit`}</span>
      </p>
    );
  }
  return <ProgressBar label={kindName(kind)} value={used} max={limit} tone={usageTone(used, limit)} />;
}
