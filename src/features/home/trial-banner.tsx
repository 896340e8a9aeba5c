import { Hourglass } from 'lucide-react';
import { TRIAL_DAYS } from '#contract/plans.ts';
import { UPGRADE_TITLES } from '#contract/texts.ts';
import { useAccess } from '#src/lib/access.ts';
import type { ProfileAccess } from '#src/lib/plan-label.ts';
import { daysLeftText, trialWarning } from '#src/lib/trial-text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Measure } from '#src/ui/measure.tsx';

/** How long the trial still runs, or that it is over. */
export function TrialBanner({ access }: { access: ProfileAccess }) {
  const { openUpgrade } = useAccess();
  const icon = <Hourglass className="icon" aria-hidden="true" />;
  if (access.hasTrialExpired) {
    return (
      <Banner
        label="Trial"
        icon={icon}
        title={UPGRADE_TITLES.trial_expired()}
        text="Brain AI and the general assistants stay open. A plan brings back the rest of your team."
      >
        <Button size="sm" onClick={() => openUpgrade('trial_expired')}>
          Upgrade
        </Button>
      </Banner>
    );
  }
  if (!access.isInTrial) return null;
  const day = Math.min(TRIAL_DAYS, Math.max(1, TRIAL_DAYS - access.trialDaysLeft + 1));
  const dayText = `Day ${day} of ${TRIAL_DAYS}`;
  return (
    <Banner label="Trial" icon={icon} title={daysLeftText(access.trialDaysLeft)} text={trialWarning(access)}>
      <div className="home-trial">
        <Measure bare label="Trial" value={day} max={TRIAL_DAYS} text={dayText} tone="warning" />
        <p className="xs num">{dayText}</p>
      </div>
      <Button size="sm" onClick={() => openUpgrade('default')}>
        Upgrade
      </Button>
    </Banner>
  );
}
