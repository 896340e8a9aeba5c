import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toDraft } from '#src/domain/profile/profile-draft.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Main } from '#src/ui/main.tsx';
import { CrewPane } from './crew-pane.tsx';
import { crewOfType } from './crew.ts';
import { OnboardingForm } from './onboarding-form.tsx';
import { OnboardingHeader } from './onboarding-header.tsx';
import './onboarding.css';

/** Onboarding after the first sign-in. */
export function OnboardingPage() {
  const profile = trpc.profile.get.useQuery();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Main className="ob">
        {profile.data ? (
          <OnboardingForm start={toDraft(profile.data)} />
        ) : (
          <>
            <OnboardingHeader />
            <div className="ob-wait">
              {profile.error ? (
                <Empty title={errorText(profile.error)}>
                  <Button onClick={() => void profile.refetch()}>{TRY_AGAIN}</Button>
                </Empty>
              ) : (
                <p className="muted" role="status">
                  {LOADING}
                </p>
              )}
            </div>
            <CrewPane crew={crewOfType(null)} />
          </>
        )}
      </Main>
    </>
  );
}
