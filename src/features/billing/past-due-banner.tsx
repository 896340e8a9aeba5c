import { CircleAlert } from 'lucide-react';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { failedPayment, refusedCard } from '#src/domain/subscription/failed-payment.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { PayButtons } from './pay-buttons.tsx';

/** A failed payment: its amount and card, how long the plan stays, and where to fix it. */
export function PastDueBanner({ current, isPlanActive }: { current: CurrentPlan; isPlanActive: boolean }) {
  if (current.graceEndsAt === null) return null;
  const name = PLAN_NAMES[current.plan];
  const day = formatDate(current.graceEndsAt);
  const card = refusedCard(current);
  return (
    <Banner
      tone="danger"
      label="Payment"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title={`${failedPayment(current)}.`}
      text={
        isPlanActive
          ? `${card}We’ll keep ${name} until ${day}. Pay the open invoice by then and nothing changes.`
          : `${card}We kept ${name} until ${day}. Pay the open invoice to get it back.`
      }
    >
      <PayButtons />
    </Banner>
  );
}
