import { PLAN_NAMES } from '#contract/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { Refusal } from './refusal.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

type EndDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  planName: string;
};

/** What the end of a plan does, before it comes, and the button that cancels it. */
export function EndDialog({ isOpen, onClose, planName }: EndDialogProps) {
  const take = useTakeSubscription();
  // What somebody is reading does not change under their eyes.
  const preview = trpc.billing.previewEnd.useQuery(undefined, { enabled: isOpen, staleTime: Infinity, gcTime: 0 });
  const cancel = trpc.billing.cancel.useMutation({
    onSuccess: (state) => {
      take(state);
      onClose();
      const until = state.current?.cancelsAt;
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
      <div className="stack">
        <Loaded query={preview} rows={3}>
          {({ endsAt, change }) => (
            <>
              <p className="muted">
                {endsAt
                  ? `Nothing changes until ${formatDate(endsAt)}. From then on you are on ${PLAN_NAMES[change.to]}:`
                  : `You are on ${PLAN_NAMES[change.to]} then:`}
              </p>
              <TierChangeLines change={change} />
            </>
          )}
        </Loaded>
        <Refusal error={cancel.error} />
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={close} disabled={cancel.isPending}>
            Keep {planName}
          </Button>
          <Button
            variant="danger"
            disabled={!preview.data}
            busy={cancel.isPending}
            busyText="Cancelling..."
            onClick={() => cancel.mutate()}
          >
            Cancel plan
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
