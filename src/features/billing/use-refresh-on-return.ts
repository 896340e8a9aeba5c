import { trpc } from '#src/api/trpc.ts';
import { onResume } from '#src/api/on-resume.ts';
import { useTakeSubscription } from './use-take-subscription.ts';

/** There is one page, however many buttons lead away from it. */
let stopWaiting: (() => void) | null = null;

/** To be called where a page of the payment provider opens: whoever comes back from it sees at once what they did there. */
export function useRefreshOnReturn(): () => void {
  const take = useTakeSubscription();
  // A failure is no news: the poll reads it a minute later.
  const { mutate: refresh } = trpc.billing.refresh.useMutation({ onSuccess: take });
  return () => {
    stopWaiting?.();
    const stop = onResume(() => {
      stop();
      refresh();
    });
    stopWaiting = stop;
  };
}
