import { PackageOpen } from 'lucide-react';
import { useRef } from 'react';
import { CYCLE_NAMES, PLAN_NAMES } from '#contract/billing/plans.ts';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { nextHeading } from '#src/lib/next-heading.ts';
import { trpc } from '#src/api/trpc.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

/** A plan that was bought as a guest with this address, and the way to take it. */
export function WaitingPurchase({ purchase }: { purchase: NonNullable<SubscriptionState['waitingPurchase']> }) {
  const take = useTakeSubscription();
  // The button goes with the purchase.
  const next = useRef<HTMLElement>(null);
  const claim = trpc.billing.claimPurchase.useMutation({
    onSuccess: (state) => {
      take(state);
      next.current?.focus();
      toast.success({ title: `${PLAN_NAMES[purchase.plan]} is yours`, text: 'It is in your account now.' });
    },
    onError: (error) => void toast.error({ title: TOASTS.error.title, text: errorText(error) }),
  });
  return (
    <Banner
      label="A purchase that waits"
      icon={<PackageOpen className="icon" aria-hidden="true" />}
      title={`A ${PLAN_NAMES[purchase.plan]} plan bought with your address is waiting.`}
      text={`${CYCLE_NAMES[purchase.cycle]} billing. It was bought without signing in; add it if it was you.`}
    >
      <Button
        size="sm"
        busy={claim.isPending}
        busyText="Adding..."
        onClick={({ currentTarget }) => {
          next.current = nextHeading(currentTarget);
          claim.mutate();
        }}
      >
        Add to my account
      </Button>
    </Banner>
  );
}
