import { CircleAlert } from 'lucide-react';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { Banner } from '#src/ui/banner.tsx';
import { PayButtons } from './pay-buttons.tsx';

/** A payment that failed: until when the plan is kept, and where to put it right. */
export function PastDueBanner({ current, isKept }: { current: CurrentPlan; isKept: boolean }) {
  if (current.graceEndsAt === null) return null;
  const name = PLAN_NAMES[current.plan];
  const day = formatDate(current.graceEndsAt);
  return (
    <Banner
      tone="danger"
      label="Payment"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title="Your last payment failed."
      text={
        isKept
          ? `${name} is kept until ${day}. Pay the open invoice by then, and nothing changes.`
          : `${name} was kept until ${day}. Pay the open invoice, and it comes back.`
      }
    >
      <PayButtons />
    </Banner>
  );
}
