import { PLAN_NAMES } from '#contract/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loaded } from './loaded.tsx';
import { Refusal } from './refusal.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

type EndDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The name of the plan to cancel; null only looks at what the end of the trial does. */
  planName: string | null;
};

/** What the end of a plan or of a trial does, before it comes; and the button that cancels the plan. */
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
        title: `${planName ?? 'Your plan'} is cancelled`,
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
      title={planName === null ? 'When your trial ends' : `Cancel ${planName}?`}
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
        {planName !== null && (
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
        )}
      </div>
    </Dialog>
  );
}
