import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { CRASH_TEXTS, PRODUCT_NAME } from '#contract/texts.ts';
import { formatDate, formatUsd } from '#src/lib/format.ts';
import { planSituation } from '#src/domain/subscription/plan-situation.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { ClaimPurchase } from './claim-purchase.tsx';
import { SupportLine } from './support-line.tsx';
import { useArrival, type Arrival, type Subscription } from './use-arrival.ts';

/** `/success` for somebody signed in (spec §2). */
export function SuccessPage({ sessionId }: { sessionId: string | undefined }) {
  const { arrival, retry } = useArrival(sessionId);
  return (
    <CheckoutFrame>
      <div className="stack checkout-message">
        <Words arrival={arrival} onRetry={retry} />
        <p className="row">
          <Link className={buttonClass()} to="/dashboard">
            Go to the dashboard
          </Link>
          <Link className={buttonClass({ variant: 'secondary' })} to="/billing">
            See your billing
          </Link>
        </p>
        <SupportLine />
      </div>
    </CheckoutFrame>
  );
}

function Words({ arrival, onRetry }: { arrival: Arrival; onRetry: () => void }) {
  const again = (
    <p>
      <Button variant="secondary" onClick={onRetry}>
        {CRASH_TEXTS.retry}
      </Button>
    </p>
  );
  switch (arrival.state) {
    case 'confirming':
      return <Said title="One moment">Your plan is being confirmed with the payment provider.</Said>;
    case 'failed':
      return (
        <>
          <Said title="We could not look it up">{arrival.text} What you chose or paid is safe either way.</Said>
          {again}
        </>
      );
    case 'late':
      return (
        <>
          <Said title="Your plan is still on its way">
            The payment provider has not confirmed it yet. That can take a few minutes; nothing more is asked of you.
          </Said>
          {again}
        </>
      );
    case 'none':
      if (arrival.purchase?.state === 'guest' || arrival.subscription.waitingPurchase !== null)
        return <ClaimPurchase purchase={arrival.purchase} subscription={arrival.subscription} onClaimed={onRetry} />;
      return (
        <Said title="There is no plan on this account yet">
          If you bought one with another address, sign in with that one, or write to us.
        </Said>
      );
    case 'confirmed':
      return <Said title={`Welcome to ${PRODUCT_NAME}`}>{welcome(arrival.subscription)}</Said>;
  }
}

/** What was chosen, and what is charged next. */
function welcome({ current, access }: Subscription): string {
  if (current === null) return '';
  const plan = `${PLAN_NAMES[current.plan]} plan`;
  const price = formatUsd(current.renewalCents / 100);
  if (access.isInTrial && access.trialEndsAt !== null && current.cancelsAt === null) {
    const day = formatDate(access.trialEndsAt);
    const next = current.hasCard
      ? `Your ${plan} begins then, and ${price} will be charged.`
      : `Your ${plan} begins then, if there is a card by that day; without one you go on with the free plan.`;
    return `Your ${TRIAL_DAYS}-day free trial goes on until ${day} with the whole team. ${next}`;
  }
  // What is not simply active is said as the billing page says it.
  const isHealthy = access.plan !== null && access.status !== 'past_due' && current.cancelsAt === null;
  if (!isHealthy) return planSituation(access, current).text;
  const renewal = current.renewsAt === null ? '' : ` The next ${price} is due on ${formatDate(current.renewsAt)}.`;
  return `Your ${plan} is active.${renewal}`;
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack" role="status">
      <h1 className="h1">{title}</h1>
      <p className="lede">{children}</p>
    </div>
  );
}
