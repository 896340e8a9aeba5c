import { Hourglass } from 'lucide-react';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { daysLeftText, trialDay, trialWarning } from '#src/domain/trial/trial-text.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { TrialProgress } from '#src/ui/charts/trial-progress.tsx';

/** How long the trial still runs. */
export function TrialStrip({ access }: { access: ProfileAccess }) {
  if (!access.isInTrial) return null;
  return (
    <Banner
      label="Trial"
      icon={<Hourglass className="icon" aria-hidden="true" />}
      title={daysLeftText(access.trialDaysLeft)}
      text={trialWarning(access)}
    >
      <TrialProgress day={trialDay(access.trialDaysLeft)} days={TRIAL_DAYS} />
    </Banner>
  );
}
