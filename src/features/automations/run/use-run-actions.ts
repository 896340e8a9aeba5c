import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';

/** What an owner can do with a run. The page shows what became of it. */
export function useRunActions(runId: string) {
  const utils = trpc.useUtils();
  const saves = { onError: toastError, onSettled: () => utils.powerUps.automations.invalidate() };
  const retrying = trpc.powerUps.automations.retryRun.useMutation(saves);
  const canceling = trpc.powerUps.automations.cancelRun.useMutation(saves);
  const settling = trpc.powerUps.automations.settleUnknown.useMutation(saves);
  return {
    isBusy: retrying.isPending || canceling.isPending || settling.isPending,
    isRetrying: retrying.isPending,
    retry: () => retrying.mutate({ runId }),
    cancel: () => canceling.mutate({ runId }),
    settle: (outcome: 'happened' | 'repeat' | 'skip') => settling.mutate({ runId, outcome }),
  };
}
