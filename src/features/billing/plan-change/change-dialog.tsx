import { CYCLE_NAMES, PLAN_NAMES, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { trpc } from '#src/api/trpc.ts';
import { SubscriptionDialog, useSubscriptionChanged } from '../subscription-dialog.tsx';
import { ChangeOffer } from './change-offer.tsx';

type ChangeDialogProps = { isOpen: boolean; onClose: () => void; priceId: PriceId };

function nameOf(price: PriceId): string {
  const parts = readPriceId(price);
  return parts ? `${PLAN_NAMES[parts.plan]}, ${CYCLE_NAMES[parts.cycle].toLowerCase()}` : '';
}

/** A trial's plan applies after the trial only. */
function news(name: string, { access, current }: SubscriptionState): { title: string; text?: string } {
  if (current?.scheduled)
    return {
      title: `${name} starts on ${formatDate(current.scheduled.at)}`,
      text: 'Until then, nothing changes.',
    };
  if (!access.isInTrial || access.trialEndsAt === null) return { title: `You’re on ${name}` };
  return {
    title: `You chose ${name}`,
    text: `It starts after your trial. Until ${formatDate(access.trialEndsAt)}, the whole team stays open.`,
  };
}

/** Shows what another plan or cycle costs now and later and what changes, with a button that confirms exactly that price. */
export function ChangeDialog({ isOpen, onClose, priceId }: ChangeDialogProps) {
  const cache = trpc.useUtils();
  const change = trpc.billing.changePlan.useMutation({
    onSuccess: useSubscriptionChanged(onClose, (state) => news(nameOf(priceId), state)),
    // Stripe's idempotency replays the same answer to the same request, so a retry confirms a fresh preview.
    onError: () => void cache.billing.previewChange.invalidate({ priceId }),
  });
  return (
    <SubscriptionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Switch to ${nameOf(priceId)}`}
      change={change}
      focusAfter="plans"
    >
      {(close) => (
        <ChangeOffer
          priceId={priceId}
          isBusy={change.isPending}
          error={change.error}
          onClose={close}
          onConfirm={({ prorationAt, fromPriceId, when }) =>
            change.mutate({ priceId, prorationAt, fromPriceId: fromPriceId ?? undefined, when })
          }
        />
      )}
    </SubscriptionDialog>
  );
}
