import { useState } from 'react';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { PROCESSING, TOASTS } from '#contract/texts.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import type { Purchase, Subscription } from './use-arrival.ts';

/** Only in the browser that paid. */
const LazyCorrectAddress = lazyPart(async () => (await import('./correct-address.tsx')).CorrectAddress);

type ClaimPurchaseProps = {
  sessionId: string | undefined;
  purchase: Purchase | null;
  subscription: Subscription;
  /** The purchase was added to this account, or got another address. */
  onChanged: () => void;
};

/** A plan bought as a guest: an account with the same address can add it, another account is told where to. */
export function ClaimPurchase({ sessionId, purchase, subscription, onChanged }: ClaimPurchaseProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { waitingPurchase } = subscription;
  const claim = async () => {
    setIsBusy(true);
    try {
      const api = await loadApi();
      await api.billing.claimPurchase.mutate();
      onChanged();
    } catch (error) {
      toast.error({ title: TOASTS.error.title, text: (await lazyFailure(error)).text });
    }
    setIsBusy(false);
  };
  if (waitingPurchase === null) {
    const guest = purchase?.state === 'guest' ? purchase : null;
    const left = guest?.correctionsLeft ?? null;
    return (
      <div className="stack">
        <h1 className="h1">This plan was bought with a different email</h1>
        <p className="lede">
          It belongs to{' '}
          <span className="address" translate="no">
            {guest?.maskedEmail ?? 'a different email'}
          </span>
          . Sign in or sign up with that email to use it.
        </p>
        {sessionId !== undefined && left !== null && (
          <LazyCorrectAddress sessionId={sessionId} left={left} onCorrected={onChanged} />
        )}
      </div>
    );
  }
  return (
    <div className="stack">
      <h1 className="h1">{`Your ${PLAN_NAMES[waitingPurchase.plan]} plan is waiting`}</h1>
      <p className="lede">You bought it before you signed in. Add it to this account to get started.</p>
      <p>
        <Button busy={isBusy} busyText={PROCESSING} onClick={() => void claim()}>
          Add to my account
        </Button>
      </p>
    </div>
  );
}
