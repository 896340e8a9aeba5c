import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { creditText } from '#src/domain/subscription/plan-situation.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { trpc } from '#src/api/trpc.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { endSentence } from './end-sentence.ts';
import { Refusal } from '../refusal.tsx';
import { TierChangeLines } from '../plan-change/tier-change-lines.tsx';
import { ONCE } from '#src/domain/subscription/preview-options.ts';

type EndOfferProps = {
  current: CurrentPlan;
  isBusy: boolean;
  /** Why the cancellation failed. */
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
};

/** What the end of a plan does, and the buttons. */
export function EndOffer({ current, isBusy, error, onClose, onConfirm }: EndOfferProps) {
  const now = useNow();
  const credit = creditText(trpc.billing.subscription.useQuery().data?.creditCents ?? 0);
  const preview = trpc.billing.previewEnd.useQuery(undefined, ONCE);
  return (
    <div className="stack">
      <Loaded query={preview} rows={3}>
        {({ endsAt, change }) => (
          <>
            <p className="muted">{endSentence({ endsAt, current, now })}</p>
            {credit && <p className="muted">{credit}</p>}
            <TierChangeLines change={change} />
          </>
        )}
      </Loaded>
      <Refusal error={error} />
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>{`Keep ${PLAN_NAMES[current.plan]}`}</Button>
        <Button variant="danger" disabled={!preview.data} busy={isBusy} busyText="Canceling..." onClick={onConfirm}>
          Cancel plan
        </Button>
      </div>
    </div>
  );
}
