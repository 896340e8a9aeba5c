import { onResume } from '#src/api/on-resume.ts';
import { useRefreshSubscription } from './use-refresh-subscription.ts';

/** Module-level, because several buttons on the page share it. */
let stopWaiting: (() => void) | null = null;

/** Call this when a page of the payment provider opens: people who return see right away what they did there. */
export function useRefreshOnReturn(): () => void {
  const refresh = useRefreshSubscription();
  return () => {
    stopWaiting?.();
    const stop = onResume(() => {
      stop();
      refresh();
    });
    stopWaiting = stop;
  };
}
