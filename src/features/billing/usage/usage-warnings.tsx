import { Gauge, X } from 'lucide-react';
import { BUILT_KINDS, isMonthly } from '#contract/billing/limits.ts';
import { COUNT_STARTS_OVER } from '#contract/billing/plan-texts.ts';
import { hasTierAbove } from '#contract/billing/tiers.ts';
import { usageNoun } from '#contract/billing/usage-names.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { nextHeading } from '#src/lib/next-heading.ts';
import { trpc } from '#src/api/trpc.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

const MORE = 'A bigger plan has more.';

/** Warns from 80 % of a limit on; once dismissed, the warning stays away until the next period. */
export function UsageWarnings() {
  const cache = trpc.useUtils();
  const { openUpgrade } = useAccess();
  const tier = trpc.profile.get.useQuery().data?.access.tier;
  const hasLarger = tier === undefined || hasTierAbove(tier);
  const warnings = trpc.usage.overview.useQuery().data?.warnings ?? [];
  const dismiss = trpc.usage.dismissNotice.useMutation({
    onMutate: ({ subject }) => {
      cache.usage.overview.setData(
        undefined,
        (known) => known && { ...known, warnings: known.warnings.filter((warning) => warning.subject !== subject) },
      );
    },
    onError: (error) => {
      toastError(error);
      void cache.usage.overview.invalidate();
    },
  });
  return warnings
    .filter(({ kind }) => BUILT_KINDS.includes(kind))
    .map(({ kind, used, limit, subject }) => {
      const name = usageNoun(kind, 0);
      const isAtLimit = used >= limit;
      const wait = isMonthly(kind) ? COUNT_STARTS_OVER : 'You’re on the biggest plan.';
      const inUse = `You’re using ${formatNumber(used)} of ${formatNumber(limit)} ${name}.`;
      // What is in use goes on at the limit, so nothing is wrong yet.
      const text = isAtLimit && !isMonthly(kind) ? 'Turn one off before you turn on another.' : '';
      return (
        <Banner
          key={subject}
          tone={isAtLimit && isMonthly(kind) ? 'danger' : 'warning'}
          label={`Usage: ${name}`}
          icon={<Gauge className="icon" aria-hidden="true" />}
          title={
            !isMonthly(kind)
              ? inUse
              : isAtLimit
                ? `You’ve used all ${formatNumber(limit)} ${name} in your plan.`
                : `You’ve used ${formatNumber(used)} of ${formatNumber(limit)} ${name}.`
          }
          text={[isAtLimit ? text : `${formatNumber(limit - used)} left.`, hasLarger ? MORE : wait].join(' ').trim()}
        >
          {hasLarger && (
            <Button size="sm" onClick={() => openUpgrade('usage_limit', { kind })}>
              Upgrade
            </Button>
          )}
          <IconButton
            label="Dismiss"
            onClick={({ currentTarget }) => {
              // The button disappears, so move the focus.
              nextHeading(currentTarget)?.focus();
              dismiss.mutate({ topic: 'usage_warning', subject });
            }}
          >
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </Banner>
      );
    });
}
