import { MESSAGE_LIMITS } from '#contract/limits.ts';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/plans.ts';
import { formatDate, formatNumber } from '#src/lib/format.ts';
import { statusLabel, type ProfileAccess } from '#src/lib/plan-label.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';

const FREE_MESSAGES = formatNumber(MESSAGE_LIMITS.free);

function situation(access: ProfileAccess): { name: string; price: string; text: string } {
  if (access.isInTrial && access.trialEndsAt) {
    return {
      name: 'Trial',
      price: `$0 for ${TRIAL_DAYS} days`,
      text: `Your trial ends on ${formatDate(access.trialEndsAt)}. Until then everyone on the team is open. After it you are on Free, with ${FREE_MESSAGES} messages a month. Nothing is deleted.`,
    };
  }
  if (access.status === 'active') {
    return { name: access.planName, price: '', text: `${formatNumber(MESSAGE_LIMITS[access.tier])} messages a month.` };
  }
  const past =
    access.hasTrialExpired && access.trialEndsAt ? `Your trial ended on ${formatDate(access.trialEndsAt)}. ` : '';
  return {
    name: PLAN_NAMES.free,
    price: '$0 per month',
    text: `${past}Brain AI and the general assistants are open, with ${FREE_MESSAGES} messages a month.`,
  };
}

/** Which plan applies now and until when. */
export function CurrentPlan({ access }: { access: ProfileAccess }) {
  const { name, price, text } = situation(access);
  return (
    <Card as="section" className="stack" aria-labelledby="current-plan">
      <div className="row between">
        <h2 className="h3" id="current-plan">
          Current Plan
        </h2>
        <Badge tone={access.isInTrial ? 'warning' : access.status === 'active' ? 'success' : 'neutral'}>
          {statusLabel(access)}
        </Badge>
      </div>
      <p className="billing-plan">
        <span className="h2">{name}</span> <span className="muted">{price}</span>
      </p>
      <p className="muted">{text}</p>
    </Card>
  );
}
