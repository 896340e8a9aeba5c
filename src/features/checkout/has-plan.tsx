import { Link } from '@tanstack/react-router';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** For somebody who has a plan: there is never a second one (DECISIONS "Trial and subscription"). */
export function HasPlan({ plan }: { plan: PaidTier }) {
  return (
    <div className="stack checkout-message">
      <h1 className="h1">You have a plan already</h1>
      <p className="muted">
        Nothing to buy here: on the billing page you can change it, cancel it, settle a payment that failed, or see your
        invoices.
      </p>
      <p className="row">
        <Link className={buttonClass()} to="/dashboard/billing" search={{ plan }}>
          Go to billing
        </Link>
        <Link className={buttonClass({ variant: 'secondary' })} to="/dashboard">
          Go to the dashboard
        </Link>
      </p>
    </div>
  );
}
