import { Link } from '@tanstack/react-router';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** For a customer with a live plan, who can't start a second subscription (BILL-1). */
export function HasPlan({ plan }: { plan: PaidTier }) {
  return (
    <div className="stack checkout-message">
      <h1 className="h1">You already have a plan</h1>
      <p className="muted">
        There’s nothing to buy here. On the billing page you can change or cancel it, pay an open invoice, or see past
        ones.
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
