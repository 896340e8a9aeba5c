import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { trpc } from '#src/api/trpc.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { endSentence } from './end-sentence.ts';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from '../plan-change/tier-change-lines.tsx';
import { ONCE } from '../plan-change/preview-options.ts';

type EndOfferProps = {
  current: CurrentPlan;
  isBusy: boolean;
  /** Why it was not cancelled. */
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
};

/** What the end of a plan does, and the buttons. */
export function EndOffer({ current, isBusy, error, onClose, onConfirm }: EndOfferProps) {
  const now = useNow();
  const preview = trpc.billing.previewEnd.useQuery(undefined, ONCE);
  return (
    <div className="stack">
      <Loaded query={preview} rows={3}>
        {({ endsAt, change }) => (
          <>
            <p className="muted">{endSentence({ endsAt, current, now })}</p>
            <TierChangeLines change={change} />
          </>
        )}
      </Loaded>
      <Refusal error={error} />
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Keep {PLAN_NAMES[current.plan]}
        </Button>
        <Button variant="danger" disabled={!preview.data} busy={isBusy} busyText="Cancelling..." onClick={onConfirm}>
          Cancel plan
        </Button>
      </div>
    </div>
  );
}
