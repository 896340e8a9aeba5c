import { Link } from '@tanstack/react-router';
import { MANAGE_SUBSCRIPTION } from '#contract/texts.ts';
import { planLabel, statusLabel, statusTone, type ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { planSituation } from '#src/domain/subscription/plan-situation.ts';
import { trpc } from '#src/api/trpc.ts';
import { usageTone } from '#src/domain/subscription/usage-tone.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { Measure } from '#src/ui/measure.tsx';

/** The plan, what is left of this month's messages, and the way to billing. */
export function PlanSummary({ access }: { access: ProfileAccess }) {
  const subscription = trpc.billing.subscription.useQuery();
  const usage = trpc.usage.overview.useQuery();
  return (
    <Card as="section" className="stack" aria-labelledby="plan">
      <div className="row between">
        <h2 className="h3" id="plan">
          {access.isInTrial ? planLabel(access) : `${planLabel(access)} plan`}
        </h2>
        <Badge tone={statusTone(access)}>{statusLabel(access)}</Badge>
      </div>
      <Loaded query={subscription} rows={1}>
        {({ current }) => <p className="muted">{planSituation(access, current).text}</p>}
      </Loaded>
      <Loaded query={usage} rows={1}>
        {({ messages: { used, limit } }) => (
          <Measure label="Messages" value={used} max={limit} tone={usageTone(used, limit)} />
        )}
      </Loaded>
      <Link className={buttonClass({ variant: 'secondary' })} to="/dashboard/billing">
        {MANAGE_SUBSCRIPTION}
      </Link>
    </Card>
  );
}
