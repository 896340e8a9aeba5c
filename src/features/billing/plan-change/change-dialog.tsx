import { CYCLE_NAMES, PLAN_NAMES, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { ChangeOffer } from './change-offer.tsx';
import { useTakeSubscription } from '../use-take-subscription.ts';

type ChangeDialogProps = { isOpen: boolean; onClose: () => void; priceId: PriceId };

function nameOf(price: PriceId): string {
  const parts = readPriceId(price);
  return parts ? `${PLAN_NAMES[parts.plan]}, ${CYCLE_NAMES[parts.cycle].toLowerCase()}` : '';
}

/** A trial's plan applies after the trial only. */
function news(name: string, { access }: SubscriptionState): { title: string; text?: string } {
  if (!access.isInTrial || access.trialEndsAt === null) return { title: `You are on ${name}` };
  return {
    title: `You chose ${name}`,
    text: `It is for the time after your trial. Until ${formatDate(access.trialEndsAt)} everyone on the team stays open.`,
  };
}

/** What another plan or cycle costs now and later and what it does, and the button that changes it at just that price. */
export function ChangeDialog({ isOpen, onClose, priceId }: ChangeDialogProps) {
  const cache = trpc.useUtils();
  const take = useTakeSubscription();
  const change = trpc.billing.changePlan.useMutation({
    onSuccess: (state) => {
      take(state);
      onClose();
      toast.success(news(nameOf(priceId), state));
    },
    // Stripe gives the same request the same answer: whoever tries again confirms a preview of now.
    onError: () => void cache.billing.previewChange.invalidate({ priceId }),
  });
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="middle"
      closable={!change.isPending}
      // Its button is off then.
      returnFocusTo={() => (change.isSuccess ? document.getElementById('plans') : null)}
      title={`Switch to ${nameOf(priceId)}`}
    >
      <ChangeOffer
        priceId={priceId}
        isBusy={change.isPending}
        error={change.error}
        onClose={close}
        onConfirm={({ prorationAt, fromPriceId }) =>
          change.mutate({ priceId, prorationAt, fromPriceId: fromPriceId ?? undefined })
        }
      />
    </Dialog>
  );
}
