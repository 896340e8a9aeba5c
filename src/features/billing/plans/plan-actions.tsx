import { useState } from 'react';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import type { CurrentPlan, SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { Button } from '#src/ui/button.tsx';
import { KeepPlanButton } from '../plan-end/keep-plan-button.tsx';
import { LazyEndDialog } from '../plan-end/lazy-end-dialog.ts';
import { LazyRefundDialog } from '../plan-end/lazy-refund-dialog.ts';
import { LazyTrialEndDialog } from '../plan-end/lazy-trial-end-dialog.ts';
import { PortalButton } from '../portal-button.tsx';

/** What can be done about the plan one has. */
export function PlanActions({ access, state }: { access: ProfileAccess; state: SubscriptionState }) {
  const { current, hasBillingAccount, refundableUntil, refund } = state;
  const [ending, setEnding] = useState<{ current: CurrentPlan; isOpen: boolean } | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  // What is asked stays while the dialog closes: the plan is gone by then.
  const [asked, setAsked] = useState<{ planName: string; until: string; isOpen: boolean } | null>(null);
  const planName = current && PLAN_NAMES[current.plan];
  const wantsCard = access.isInTrial && current !== null && !current.hasCard && !current.cancelsAt;

  return (
    <>
      <div className="row billing-actions">
        {current?.cancelsAt && <KeepPlanButton onKept={() => document.getElementById('current-plan')?.focus()} />}
        {wantsCard && <PortalButton label="Add a card" variant="primary" />}
        {hasBillingAccount && <PortalButton />}
        {current && !current.cancelsAt && (
          <Button variant="ghost" onClick={() => setEnding({ current, isOpen: true })}>
            Cancel plan
          </Button>
        )}
      </div>
      {access.isInTrial && (
        <p className="small">
          <button type="button" className="link billing-link" onClick={() => setIsLooking(true)}>
            What happens then?
          </button>
        </p>
      )}
      {refund === 'underway' && (
        <p className="small muted">
          What you paid is on its way back to you. Where the payment provider does not take it at once, we try again by
          ourselves.
        </p>
      )}
      {refund === 'done' && !current && <p className="small muted">What you paid was paid back.</p>}
      {refundableUntil && (
        <p className="small muted">
          Not what you hoped for? Until {formatDate(refundableUntil)} you can have back what you paid.{' '}
          <button
            type="button"
            className="link billing-link"
            onClick={() => setAsked({ planName: planName ?? 'Your plan', until: refundableUntil, isOpen: true })}
          >
            Get my money back
          </button>
        </p>
      )}
      <LazyTrialEndDialog isOpen={isLooking} onClose={() => setIsLooking(false)} />
      {ending && <LazyEndDialog {...ending} onClose={() => setEnding({ ...ending, isOpen: false })} />}
      {asked && <LazyRefundDialog {...asked} onClose={() => setAsked({ ...asked, isOpen: false })} />}
    </>
  );
}
