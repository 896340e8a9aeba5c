import { useState } from 'react';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import type { CurrentPlan, SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { PortalButton } from '../portal-button.tsx';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';

/** Only after a cancellation, or before a downgrade. */
const LazyUndoCancellationButton = lazyPart(
  async () => (await import('../plan-end/undo-cancellation-button.tsx')).UndoCancellationButton,
);

/** The preview of a trial's end, whose code loads when it's about to be used. */
const LazyTrialEndDialog = lazyDialog(async () => (await import('../plan-end/trial-end-dialog.tsx')).TrialEndDialog);

/** The refund under the guarantee, which few visits open. */
const LazyRefundDialog = lazyDialog(async () => (await import('../plan-end/refund-dialog.tsx')).RefundDialog);

/** The preview of a plan's end, which few visits open. */
const LazyEndDialog = lazyDialog(async () => (await import('../plan-end/end-dialog.tsx')).EndDialog);

/** What a person can do about their plan. */
export function PlanActions({ access, state }: { access: ProfileAccess; state: SubscriptionState }) {
  const { current, hasBillingAccount, refundableUntil, refund } = state;
  const [ending, setEnding] = useState<{ current: CurrentPlan; isOpen: boolean } | null>(null);
  const [isPreviewingTrialEnd, setIsPreviewingTrialEnd] = useState(false);
  // The dialog keeps its text while it closes, when the plan is already gone.
  const [refunding, setRefunding] = useState<{ planName: string; until: string; isOpen: boolean } | null>(null);
  const planName = current && PLAN_NAMES[current.plan];
  const wantsCard = access.isInTrial && current !== null && !current.hasCard && !current.cancelsAt;

  return (
    <>
      <div className="row billing-actions">
        {(current?.cancelsAt || current?.scheduled) && (
          <LazyUndoCancellationButton
            isCanceled={current.cancelsAt !== null}
            onUndone={() => document.getElementById('current-plan')?.focus()}
          />
        )}
        {wantsCard && <PortalButton label="Add a card" flow="card" variant="primary" />}
        {hasBillingAccount && <PortalButton />}
        {!hasBillingAccount && !current && (
          <a className={buttonClass({ variant: 'secondary' })} href="#plans">
            Choose a plan
          </a>
        )}
        {current && !current.cancelsAt && (
          <Button variant="ghost" onClick={() => setEnding({ current, isOpen: true })}>
            Cancel plan
          </Button>
        )}
      </div>
      {access.isInTrial && (
        <p className="small">
          <button type="button" className="link billing-link" onClick={() => setIsPreviewingTrialEnd(true)}>
            What happens then?
          </button>
        </p>
      )}
      {refund === 'underway' && (
        <p className="small muted">Your refund is on its way. If it doesn’t go through, we’ll retry automatically.</p>
      )}
      {refund === 'done' && !current && <p className="small muted">We’ve refunded what you paid.</p>}
      {refund === 'disputed' && !current && (
        <p className="small muted">Your bank decides about the payment you disputed.</p>
      )}
      {refundableUntil && (
        <p className="small muted">
          <span>{`Not what you hoped for? You can get your money back until ${formatDate(refundableUntil)}.`}</span>{' '}
          <button
            type="button"
            className="link billing-link"
            onClick={() => setRefunding({ planName: planName ?? 'Your plan', until: refundableUntil, isOpen: true })}
          >
            Refund my plan
          </button>
        </p>
      )}
      <LazyTrialEndDialog isOpen={isPreviewingTrialEnd} onClose={() => setIsPreviewingTrialEnd(false)} />
      {ending && <LazyEndDialog {...ending} onClose={() => setEnding({ ...ending, isOpen: false })} />}
      {refunding && <LazyRefundDialog {...refunding} onClose={() => setRefunding({ ...refunding, isOpen: false })} />}
    </>
  );
}
