import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { ONCE } from '#src/domain/subscription/preview-options.ts';
import { TierChangeLines } from '../plan-change/tier-change-lines.tsx';

function TrialEnd() {
  const preview = trpc.billing.previewTrialEnd.useQuery(undefined, ONCE);
  return (
    <Loaded query={preview} rows={3}>
      {({ endsAt, change }) => (
        <>
          <p className="muted">
            Nothing changes until <span>{endsAt === null ? 'it ends' : formatDate(endsAt)}</span>. After that, you’ll be
            on <span>{PLAN_NAMES[change.to]}</span>:
          </p>
          <TierChangeLines change={change} />
        </>
      )}
    </Loaded>
  );
}

/** Previews what the end of the trial does. */
export function TrialEndDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} onClose={onClose} width="middle" title="When your trial ends">
      <TrialEnd />
    </Dialog>
  );
}
