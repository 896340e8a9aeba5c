import { APPROVAL_UNDO_MS } from '#contract/automations/run-states.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Approval } from '#src/domain/automations/automation.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';

export type Answer = { answer: 'approve' | 'refuse'; text?: string; reason?: string };

/** Answers approvals. The card goes right away, and the answer can be taken back until it takes effect. */
export function useAnswer() {
  const utils = trpc.useUtils();
  const { approvals } = utils.powerUps.automations;
  const refresh = () => void utils.powerUps.automations.invalidate();
  const takingBack = trpc.powerUps.automations.takeBackApproval.useMutation({
    onSuccess: () => void toast.success({ title: 'Undone', text: 'It’s waiting for you again.' }),
    onError: toastError,
    onSettled: refresh,
  });
  const answering = trpc.powerUps.automations.answerApproval.useMutation({
    onMutate: async ({ approvalId }) => {
      await approvals.cancel();
      approvals.setData(
        undefined,
        (list) => list && { ...list, waiting: list.waiting.filter(({ id }) => id !== approvalId) },
      );
    },
    onSuccess: (_done, { approvalId, answer }) => {
      toast.success({
        title: answer === 'approve' ? 'Approved' : 'Refused',
        text: answer === 'approve' ? 'It continues in a few seconds.' : 'Nothing goes out.',
        action: { label: 'Undo', onClick: () => takingBack.mutate({ approvalId }) },
        lifeMs: APPROVAL_UNDO_MS,
      });
    },
    onError: toastError,
    onSettled: refresh,
  });
  return ({ id }: Pick<Approval, 'id'>, answer: Answer) => answering.mutate({ approvalId: id, ...answer });
}
