import { Link } from '@tanstack/react-router';
import { PLAN_NAMES } from '#contract/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import { planLabel, statusLabel, statusTone, type ProfileAccess } from '#src/lib/plan-label.ts';
import { trpc } from '#src/lib/trpc.ts';
import { usageTone } from '#src/lib/usage-tone.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { Measure } from '#src/ui/measure.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

function sentence(access: ProfileAccess): string {
  const ends = access.planEndsAt && formatDate(access.planEndsAt);
  if (access.isInTrial && access.trialEndsAt) {
    const then = access.plan && !ends ? `Then ${PLAN_NAMES[access.plan]} goes on.` : 'Nothing is charged then.';
    return `Your trial ends on ${formatDate(access.trialEndsAt)}. ${then}`;
  }
  if (access.plan === null) return 'Free for as long as you like. Nothing is charged.';
  if (access.status === 'past_due')
    return `Your last payment failed.${ends ? ` Your plan is kept until ${ends}.` : ''}`;
  return ends ? `Your plan runs until ${ends}.` : 'Your plan is active.';
}

/** The plan, what is left of this month's messages, and the way to billing. */
export function PlanSummary({ access }: { access: ProfileAccess }) {
  const messages = trpc.usage.overview.useQuery().data?.messages;
  return (
    <Card as="section" className="stack" aria-labelledby="plan">
      <div className="row between">
        <h2 className="h3" id="plan">
          {access.isInTrial ? planLabel(access) : `${planLabel(access)} plan`}
        </h2>
        <Badge tone={statusTone(access)}>{statusLabel(access)}</Badge>
      </div>
      <p className="muted">{sentence(access)}</p>
      {messages ? (
        <Measure
          label="Messages"
          value={messages.used}
          max={messages.limit}
          tone={usageTone(messages.used, messages.limit)}
        />
      ) : (
        <Skeleton />
      )}
      <Link className={buttonClass({ variant: 'secondary' })} to="/dashboard/billing">
        Manage Subscription
      </Link>
    </Card>
  );
}
