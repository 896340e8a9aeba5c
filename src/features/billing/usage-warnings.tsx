import { Gauge, X } from 'lucide-react';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { KIND_NAMES, SHOWN_KINDS } from '#src/lib/usage-kinds.ts';
import { Banner } from '#src/ui/banner.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

/** Says from 80 % of a limit on that it is near; dismissed, it stays away until the next period. */
export function UsageWarnings() {
  const cache = trpc.useUtils();
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
    .filter(({ kind }) => SHOWN_KINDS.includes(kind))
    .map(({ kind, used, limit, subject }) => {
      const name = KIND_NAMES[kind].toLowerCase();
      const isAtLimit = used >= limit;
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
          text={
            isAtLimit
              ? 'A larger plan goes on at once.'
              : `${formatNumber(limit - used)} are left. A larger plan has more.`
          }
        >
          <IconButton label="Dismiss" onClick={() => dismiss.mutate({ topic: 'usage_warning', subject })}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </Banner>
      );
    });
}
