import { PackageOpen } from 'lucide-react';
import { useRef } from 'react';
import { CYCLE_NAMES, PLAN_NAMES } from '#contract/billing/plans.ts';
import { toastError } from '#src/lib/app-error.ts';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { toast } from '#src/lib/toast.ts';
import { nextHeading } from '#src/lib/next-heading.ts';
import { trpc } from '#src/api/trpc.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { useTakeSubscription } from './use-take-subscription.ts';

/** A plan bought as a guest with this address, and the button that adds it to the account. */
export function WaitingPurchase({ purchase }: { purchase: NonNullable<SubscriptionState['waitingPurchase']> }) {
  const take = useTakeSubscription();
  // The button disappears with the purchase.
  const next = useRef<HTMLElement>(null);
  const claim = trpc.billing.claimPurchase.useMutation({
    onSuccess: (state) => {
      take(state);
      next.current?.focus();
      toast.success({ title: `${PLAN_NAMES[purchase.plan]} is yours`, text: 'We’ve added it to your account.' });
    },
    onError: toastError,
  });
  return (
    <Banner
      label="Waiting purchase"
      icon={<PackageOpen className="icon" aria-hidden="true" />}
      title={`A ${PLAN_NAMES[purchase.plan]} plan is waiting for you.`}
      text={`${CYCLE_NAMES[purchase.cycle]} billing. Someone bought it with your email, without signing in. If that was you, add it to your account.`}
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
