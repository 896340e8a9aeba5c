import { Link } from '@tanstack/react-router';
import { MANAGE_SUBSCRIPTION } from '#contract/billing/plan-texts.ts';
import { planLabel, statusLabel, statusTone, type ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { trpc } from '#src/api/trpc.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { planAfter } from './plan-after.ts';

/** The plan, what comes after it, and a link to billing. */
export function PlanSummary({ access }: { access: ProfileAccess }) {
  const subscription = trpc.billing.subscription.useQuery();
  return (
    <section className="stack" aria-labelledby="plan">
      <h2 className="h3" id="plan">
        Your plan
      </h2>
      <Card className="plan-line">
        <div className="row between">
          <p className="h4">{planLabel(access)}</p>
          <Badge tone={statusTone(access)}>{statusLabel(access)}</Badge>
        </div>
        <Loaded query={subscription} rows={1}>
          {(state) => <p className="muted small">{planAfter(access, state)}</p>}
        </Loaded>
        <Link
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          to="/dashboard/billing"
          // Before the first purchase there are only plans to choose from.
          hash={subscription.data?.hasBillingAccount === false ? 'plans' : undefined}
        >
          {MANAGE_SUBSCRIPTION}
        </Link>
      </Card>
    </section>
  );
}
