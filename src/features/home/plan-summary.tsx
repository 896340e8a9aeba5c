import { Link } from '@tanstack/react-router';
import { formatDate } from '#src/lib/format.ts';
import { planLabel, statusLabel, type ProfileAccess } from '#src/lib/plan-label.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { Measure } from '#src/ui/measure.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

function sentence(access: ProfileAccess): string {
  if (access.isInTrial && access.trialEndsAt)
    return `Your trial ends on ${formatDate(access.trialEndsAt)}. Nothing is charged then.`;
  return access.status === 'active' ? 'Your plan is active.' : 'Free for as long as you like. Nothing is charged.';
}

/** The plan, what is left of this month's messages, and the way to billing. */
export function PlanSummary({ access }: { access: ProfileAccess }) {
  const messages = trpc.usage.overview.useQuery().data?.messages;
  return (
    <Card as="section" className="stack" aria-labelledby="plan">
      <div className="row between">
        <h2 className="h3" id="plan">
          {access.isInTrial ? planLabel(access) : `${access.planName} plan`}
        </h2>
        <Badge tone={access.isInTrial ? 'warning' : access.status === 'active' ? 'success' : 'neutral'}>
          {statusLabel(access)}
        </Badge>
      </div>
      <p className="muted">{sentence(access)}</p>
      {messages ? <Measure label="Messages" value={messages.used} max={messages.limit} /> : <Skeleton />}
      <Link className={buttonClass({ variant: 'secondary' })} to="/dashboard/billing">
        Manage Subscription
      </Link>
    </Card>
  );
}
