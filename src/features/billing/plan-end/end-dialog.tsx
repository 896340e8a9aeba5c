import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { EndOffer } from './end-offer.tsx';
import { useTakeSubscription } from '../use-take-subscription.ts';

type EndDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  current: CurrentPlan;
};

/** What the end of a plan does, before it comes, and the button that cancels it. */
export function EndDialog({ isOpen, onClose, current }: EndDialogProps) {
  const take = useTakeSubscription();
  const planName = PLAN_NAMES[current.plan];
  const cancel = trpc.billing.cancel.useMutation({
    onSuccess: (state) => {
      take(state);
      onClose();
      // One that is not paid is kept for its grace only, and says so on the page.
      const until = state.current?.graceEndsAt ? null : state.current?.cancelsAt;
      toast.success({
        title: `${planName} is cancelled`,
        text: until ? `It runs until ${formatDate(until)}, and you can keep it after all until then.` : undefined,
      });
    },
  });
  const close = () => {
    cancel.reset();
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="middle"
      closable={!cancel.isPending}
      // Its button goes with the plan.
      returnFocusTo={() => (cancel.isSuccess ? document.getElementById('current-plan') : null)}
      title={`Cancel ${planName}?`}
    >
      <EndOffer
        current={current}
        isBusy={cancel.isPending}
        error={cancel.error}
        onClose={close}
        onConfirm={() => cancel.mutate()}
      />
    </Dialog>
  );
}
