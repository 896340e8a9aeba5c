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
      text="Its card and billing address may be somebody else’s, so we don’t show them or charge the card more. Paid it yourself? Open this page in that browser. Otherwise use your own card: your plan continues on it, and what’s unused goes back to the other card."
    >
      <OwnCardLink priceId={current.priceId} />
    </Banner>
  );
}
