import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { UPGRADE_TITLES } from '#contract/billing/upgrade-texts.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { daysLeftText, trialDay, trialWarning } from '#src/domain/trial/trial-text.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { TrialProgress } from '#src/ui/charts/trial-progress.tsx';

/** How many days are left in the trial, or that it is over. Its button is never the page's primary one. */
export function TrialBanner({ access }: { access: ProfileAccess }) {
  const { openUpgrade } = useAccess();
  const icon = <Hourglass className="icon" aria-hidden="true" />;
  if (access.hasTrialExpired) {
    return (
      <Banner
        slim
        label="Trial"
        icon={icon}
        title={`${UPGRADE_TITLES.trial_expired()}.`}
        text="Brain AI and the general assistants stay open. A plan brings back the rest of your team."
      >
        <Button variant="secondary" size="sm" onClick={() => openUpgrade('trial_expired')}>
          Upgrade
        </Button>
      </Banner>
    );
  }
  if (!access.isInTrial) return null;
  return (
    <Banner slim label="Trial" icon={icon} title={`${daysLeftText(access.trialDaysLeft)}.`} text={trialWarning(access)}>
      <TrialProgress day={trialDay(access.trialDaysLeft)} days={TRIAL_DAYS} />
      {access.plan === null ? (
        <Button variant="secondary" size="sm" onClick={() => openUpgrade('default')}>
          Upgrade
        </Button>
      ) : (
        <Link className={buttonClass({ size: 'sm', variant: 'secondary' })} to="/dashboard/billing">
          See billing
        </Link>
      )}
    </Banner>
  );
}
