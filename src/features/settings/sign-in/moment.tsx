import { relativeTime } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { useNow } from '#src/lib/use-now.ts';
import { momentText } from '#contract/dates.ts';

type MomentProps = {
  at: string;
  /** `exact` shows the full date and time; `ago` shows how long ago it was, with the full date and time on hover. */
  variant?: 'ago' | 'exact';
};

/** A date and time within a sentence. */
export function Moment({ at, variant = 'ago' }: MomentProps) {
  const now = useNow();
  const timeZone = trpc.profile.get.useQuery().data?.timeZone;
  const exact = momentText(at, timeZone);
  return (
    <time dateTime={at} title={variant === 'ago' ? exact : undefined}>
      {variant === 'exact' ? exact : relativeTime(at, now).replace('Just now', 'just now')}
    </time>
  );
}
