import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { trpc } from '#src/api/trpc.ts';
import { SubscriptionDialog, useSubscriptionChanged } from '../subscription-dialog.tsx';
import { EndOffer } from './end-offer.tsx';

type EndDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  current: CurrentPlan;
};

/** Previews what the end of a plan does, with the button that cancels it. */
export function EndDialog({ isOpen, onClose, current }: EndDialogProps) {
  const planName = PLAN_NAMES[current.plan];
  const cancel = trpc.billing.cancel.useMutation({
    onSuccess: useSubscriptionChanged(onClose, (state) => {
      // An unpaid plan stays only for its grace period, which the page itself says.
      const until = state.current?.graceEndsAt ? null : state.current?.cancelsAt;
      return {
        title: `${planName} is canceled`,
        text: until
          ? `It runs until ${formatDate(until)}. Change your mind before then and you can keep it.`
          : undefined,
      };
    }),
  });
  return (
    <SubscriptionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Cancel ${planName}?`}
      change={cancel}
      focusAfter="current-plan"
    >
      {(close) => (
        <EndOffer
          current={current}
          isBusy={cancel.isPending}
          error={cancel.error}
          onClose={close}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </SubscriptionDialog>
  );
}
