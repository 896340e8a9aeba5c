import { Link } from '@tanstack/react-router';
import { LOADING } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toDraft } from '#src/domain/profile/profile-draft.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/empty.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Main } from '#src/ui/main.tsx';
import { OnboardingForm } from './onboarding-form.tsx';
import './onboarding.css';

/** Setting up after the first sign-in. */
export function OnboardingPage() {
  const profile = trpc.profile.get.useQuery();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="onboarding">
        <header>
          <Link className="logo" to="/">
            <Logo />
          </Link>
        </header>
        <Main>
          {profile.data ? (
            <OnboardingForm start={toDraft(profile.data)} />
          ) : profile.error ? (
            <Empty title={errorText(profile.error)}>
              <Button onClick={() => void profile.refetch()}>Try Again</Button>
            </Empty>
          ) : (
            <p className="muted" role="status">
              {LOADING}
            </p>
          )}
        </Main>
      </div>
    </>
  );
}
