import { Gauge, X } from 'lucide-react';
import { isAtOnce } from '#contract/billing/limits.ts';
import { TOASTS } from '#contract/texts.ts';
import { usageNoun } from '#contract/billing/usage-names.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { nextHeading } from '#src/lib/next-heading.ts';
import { trpc } from '#src/api/trpc.ts';
import { BUILT_KINDS } from '#contract/billing/limits.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

const MORE = 'A larger plan has more.';

/** Says from 80 % of a limit on that it is near; dismissed, it stays away until the next period. */
export function UsageWarnings() {
  const cache = trpc.useUtils();
  const { openUpgrade } = useAccess();
  const hasLarger = trpc.profile.get.useQuery().data?.access.tier !== 'ultimate';
  const warnings = trpc.usage.overview.useQuery().data?.warnings ?? [];
  const dismiss = trpc.usage.dismissNotice.useMutation({
    onMutate: ({ subject }) => {
      cache.usage.overview.setData(
        undefined,
        (known) => known && { ...known, warnings: known.warnings.filter((warning) => warning.subject !== subject) },
      );
    },
    onError: (error) => {
      toast.error({ title: TOASTS.error.title, text: errorText(error) });
      void cache.usage.overview.invalidate();
    },
  });
  return warnings
    .filter(({ kind }) => BUILT_KINDS.includes(kind))
    .map(({ kind, used, limit, subject }) => {
      const name = usageNoun(kind, 0);
      const isAtLimit = used >= limit;
      const wait = isAtOnce(kind) ? 'This is the largest plan.' : 'The count begins anew with the next month (UTC).';
      return (
        <Banner
          key={subject}
          tone={isAtLimit ? 'danger' : 'warning'}
          label={`Usage: ${name}`}
          icon={<Gauge className="icon" aria-hidden="true" />}
          title={
            isAtLimit
              ? `All ${formatNumber(limit)} ${name} of your plan are used.`
              : `${formatNumber(used)} of ${formatNumber(limit)} ${name} are used.`
          }
          text={[isAtLimit ? '' : `${formatNumber(limit - used)} are left.`, hasLarger ? MORE : wait].join(' ').trim()}
        >
          {hasLarger && (
            <Button size="sm" onClick={() => openUpgrade('usage_limit')}>
              Upgrade
            </Button>
          )}
          <IconButton
            label="Dismiss"
            onClick={({ currentTarget }) => {
              // The button goes.
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
