import { CircleAlert } from 'lucide-react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import type { Overview } from './brain-types.ts';

type Unread = NonNullable<Overview['unread']>;

/** What couldn't be read, as the subject of a sentence. */
export function unreadTitle({ messages, sources }: Unread): string {
  const [first, ...others] = sources;
  const documents =
    first === undefined
      ? []
      : others.length === 0
        ? [`parts of ${first}`]
        : [`parts of ${formatNumber(sources.length)} sources`];
  const said =
    messages === 0 ? [] : [messages === 1 ? 'one of your messages' : `${formatNumber(messages)} of your messages`];
  return `Your team couldn’t read ${[...said, ...documents].join(' and ')}.`;
}

/** Lists what the model couldn't extract facts from, so that nothing is lost silently. */
export function UnreadBanner({ unread }: { unread: Unread }) {
  const utils = trpc.useUtils();
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const again = trpc.brain.readAgain.useMutation({
    ...saves,
    onSuccess: () => toast.success({ title: 'Your team is reading it again' }),
  });
  const dismiss = trpc.brain.dismissUnread.useMutation(saves);
  const isBusy = again.isPending || dismiss.isPending;
  return (
    <Banner
      label="Couldn’t be read"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title={unreadTitle(unread)}
      text="Any facts in there are missing from your Brain. Try again, or add them yourself."
    >
      <div className="row">
        <Button variant="secondary" disabled={isBusy} onClick={() => again.mutate()}>
          {TRY_AGAIN}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
      </div>
    </Banner>
  );
}
