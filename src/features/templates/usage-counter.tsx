import { USAGE_WARNING_SHARE } from '#contract/billing/limits.ts';
import type { TemplateList } from '#src/domain/templates/template.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';

const LABEL = 'Templates used';

/** How many uses of this month's are gone. */
export function UsageCounter({ usage: { used, limit } }: { usage: TemplateList['usage'] }) {
  if (limit === 'unlimited')
    return (
      <p className="use row between small">
        <span className="strong">{LABEL}</span>
        <span className="num muted">{`${formatNumber(used)}, no limit`}</span>
      </p>
    );
  const tone = used >= limit ? 'danger' : used >= limit * USAGE_WARNING_SHARE ? 'warning' : 'accent';
  return (
    <div className="use small">
      <ProgressBar label={LABEL} value={used} max={limit} tone={tone} />
    </div>
  );
}
