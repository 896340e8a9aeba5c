import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { refundNews } from './refund-news.ts';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from '../plan-change/tier-change-lines.tsx';
import { ONCE } from '../plan-change/preview-options.ts';
import { useTakeSubscription } from '../use-take-subscription.ts';

type RefundDialogProps = { isOpen: boolean; onClose: () => void; planName: string; until: string };

function WhatEnds() {
  const preview = trpc.billing.previewEnd.useQuery(undefined, ONCE);
  return (
    <Loaded query={preview} rows={3}>
      {({ change }) => <TierChangeLines change={change} />}
    </Loaded>
  );
}

/** Says what a refund under the guarantee does, and asks for it. The person proves who they are in a dialog above this one. */
export function RefundDialog({ isOpen, onClose, planName, until }: RefundDialogProps) {
  const take = useTakeSubscription();
  const refund = trpc.billing.requestRefund.useMutation({
    onSuccess: (state) => {
      take(state);
      onClose();
      toast.success(refundNews(planName, state));
    },
  });
  const close = () => {
    refund.reset();
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="middle"
      closable={!refund.isPending}
      title="Get your money back?"
      // Its button goes with the plan.
      returnFocusTo={() => (refund.isSuccess ? document.getElementById('current-plan') : null)}
    >
      <div className="stack">
        <div className="stack muted">
          <p>
            Everything that you paid for the plan comes back, to the card that you paid with. When it arrives depends on
            your bank.
          </p>
          <p>
            {planName} ends at once, not at the end of the period. You can ask for this once, until {formatDate(until)}.
          </p>
        </div>
        <WhatEnds />
        <Refusal error={refund.error} />
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={close} disabled={refund.isPending}>
            Keep {planName}
          </Button>
          <Button variant="danger" busy={refund.isPending} busyText="One moment..." onClick={() => refund.mutate()}>
            End it and pay me back
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
