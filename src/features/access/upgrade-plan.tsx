import { Link } from '@tanstack/react-router';
import type { Plan } from '#contract/billing/plans.ts';
import { PLAN_BUTTONS, PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatUsd } from '#src/lib/format.ts';
import { planFeatures } from '#src/domain/subscription/plan-features.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass, type ButtonLook } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { TickList } from '#src/ui/tick-list.tsx';

type UpgradePlanProps = {
  plan: Plan;
  /** The plan that lives now; its change is made on the billing page. */
  activePlan: PaidTier | null;
  canHaveTrial: boolean;
  /** `this`: its pay page is on the way. `other`: another one's is. */
  busy: 'this' | 'other' | null;
  onChoose: () => void;
  onLeave: () => void;
};

/** One plan in the upgrade dialog. */
export function UpgradePlan(props: UpgradePlanProps) {
  const { plan } = props;
  const isPick = plan.badge === 'Most Popular';
  return (
    <article className={classNames('card', 'plan', isPick && 'pick dogear')}>
      <header>
        <div className="row">
          <h3 className="h3">{plan.name}</h3>
          {isPick && <Badge tone="solid">{plan.badge}</Badge>}
        </div>
      </header>
      <p className="price">
        <b>{formatUsd(plan.monthlyUsd)}</b>
        <span className="muted small">per month</span>
      </p>
      <TickList lines={planFeatures(plan.id)} small />
      <PlanAction {...props} look={{ variant: isPick ? 'primary' : 'secondary', block: true }} />
    </article>
  );
}

function PlanAction({
  plan,
  activePlan,
  canHaveTrial,
  busy,
  onChoose,
  onLeave,
  look,
}: UpgradePlanProps & { look: ButtonLook }) {
  if (plan.id === activePlan) {
    return (
      <Button {...look} disabled>
        {PLAN_BUTTONS.current}
      </Button>
    );
  }
  if (activePlan !== null) {
    return (
      <Link className={buttonClass(look)} to="/dashboard/billing" search={{ plan: plan.id }} onClick={onLeave}>
        {PLAN_BUTTONS.change(plan.name)}
      </Link>
    );
  }
  return (
    <Button {...look} busy={busy === 'this'} busyText={PROCESSING} disabled={busy !== null} onClick={onChoose}>
      {planButtonText(plan.name, canHaveTrial)}
    </Button>
  );
}
