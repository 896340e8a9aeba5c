import { useState } from 'react';
import { PLAN_NAMES } from '#contract/plans.ts';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/format.ts';
import type { ProfileAccess } from '#src/lib/plan-label.ts';
import type { SubscriptionState } from '#src/lib/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { LazyEndDialog } from './lazy-end-dialog.ts';
import { LazyRefundDialog } from './lazy-refund-dialog.ts';
import { LazyTrialEndDialog } from './lazy-trial-end-dialog.ts';
import { PortalButton } from './portal-button.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

/** What can be done about the plan one has. */
export function PlanActions({ access, state }: { access: ProfileAccess; state: SubscriptionState }) {
  const { current, hasBillingAccount, refundableUntil, refund } = state;
  const [isEnding, setIsEnding] = useState(false);
  const [isLooking, setIsLooking] = useState(false);
  // What is asked stays while the dialog closes: the plan is gone by then.
  const [asked, setAsked] = useState<{ planName: string; until: string; isOpen: boolean } | null>(null);
  const take = useTakeSubscription();
  const undo = trpc.billing.undoCancel.useMutation({
    onSuccess: (next) => {
      take(next);
      // The button goes.
      document.getElementById('current-plan')?.focus();
      toast.success({ title: 'Your plan goes on', text: 'It is not cancelled any more.' });
    },
    onError: (error) => void toast.error({ title: TOASTS.error.title, text: errorText(error) }),
  });
  const planName = current && PLAN_NAMES[current.plan];
  const wantsCard = access.isInTrial && current !== null && !current.hasCard && !current.cancelsAt;

  return (
    <>
      <div className="row billing-actions">
        {current?.cancelsAt && (
          <Button busy={undo.isPending} busyText="One moment..." onClick={() => undo.mutate()}>
            Keep my plan
          </Button>
        )}
        {wantsCard && <PortalButton label="Add a card" variant="primary" />}
        {hasBillingAccount && <PortalButton />}
        {current && !current.cancelsAt && (
          <Button variant="ghost" onClick={() => setIsEnding(true)}>
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
      {refund && !current && (
        <p className="small muted">
          {refund === 'done' ? 'Your first payment was paid back.' : 'Your first payment is on its way back to you.'}
        </p>
      )}
      {refundableUntil && (
        <p className="small muted">
          Not what you hoped for? Your first payment can come back until {formatDate(refundableUntil)}.{' '}
          <button
            type="button"
            className="link billing-link"
            onClick={() => setAsked({ planName: planName ?? 'Your plan', until: refundableUntil, isOpen: true })}
          >
            Get my money back
          </button>
        </p>
      )}
      <LazyTrialEndDialog
        isOpen={isLooking}
        onClose={() => setIsLooking(false)}
        access={access}
        next={access.planEndsAt === null ? (access.plan ?? 'free') : 'free'}
      />
      {planName && <LazyEndDialog isOpen={isEnding} onClose={() => setIsEnding(false)} planName={planName} />}
      {asked && <LazyRefundDialog {...asked} onClose={() => setAsked({ ...asked, isOpen: false })} />}
    </>
  );
}
