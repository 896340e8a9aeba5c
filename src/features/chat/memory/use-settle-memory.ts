import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import type { Memory } from '../knowledge/knowledge-context.ts';

type Input = Parameters<ReturnType<typeof trpc.brain.settleMemory.useMutation>['mutate']>[0];

/**
 * Answers a turn action's question about the team's knowledge, or undoes the action. `action` is its index in the turn.
 */
export function useSettleMemory({ answerId }: Memory, action: number) {
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.brain.settleMemory.useMutation({
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  });
  const settle = (choice: Input['choice'], onDone?: () => void) => {
    if (!isPending) mutate({ answerId, action, choice }, { onSuccess: onDone });
  };
  return { settle, isBusy: isPending };
}
