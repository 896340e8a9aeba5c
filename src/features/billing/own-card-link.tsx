import { Link } from '@tanstack/react-router';
import { readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** To the checkout, where a plan on somebody else's card gives way to one with the person's own (CHECKOUT-15). */
export function OwnCardLink({ priceId }: { priceId: PriceId }) {
  const choice = readPriceId(priceId);
  if (!choice) return null;
  return (
    <Link
      className={buttonClass({ size: 'sm' })}
      to="/checkout"
      search={{ plan: choice.plan, billing: choice.cycle, from: '/dashboard/billing' }}
    >
      Use your own card
    </Link>
  );
}
