import { CreditCard } from 'lucide-react';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { OwnCardLink } from './own-card-link.tsx';

/** A plan bought as a guest and claimed in another browser: its card isn't shown, and what can be done about that. */
export function PaidElsewhere({ current }: { current: CurrentPlan }) {
  return (
    <Banner
      label="Card"
      icon={<CreditCard className="icon" aria-hidden="true" />}
      title="This plan was paid for in another browser."
      text="The card and billing address may be someone else’s, so we don’t show them, and we won’t charge that card a higher price. Did you pay? Open this page in the browser you used. If not, use your own card: you keep your plan, and we refund the unused time to the other card."
    >
      <OwnCardLink priceId={current.priceId} />
    </Banner>
  );
}
