import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { CONFIRMATION_HOURS } from '#contract/account/account-times.ts';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { AUTH_TEXTS, TOASTS } from '#contract/texts.ts';
import { pathAfterSignIn, planChoiceOf } from '#src/domain/session/after-sign-in.ts';
import { noteDeparture, takeDeparture } from '#src/domain/session/departure.ts';
import { markRedirected } from '#src/domain/session/redirect-guard.ts';
import { storeSignUpIntent } from '#src/domain/session/stored-sign-up-intent.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { useSite } from '#src/domain/site/site.ts';
import { toast } from '#src/lib/toast.ts';
import { TabList } from '#src/ui/tabs/tab-list.tsx';
import { TabPanel } from '#src/ui/tabs/tab-panel.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import type { AuthMode, Credentials } from './check-credentials.ts';
import { CheckEmail } from './check-email.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { useFinishSignIn } from './use-finish-sign-in.ts';
import { useCall } from '../use-call.ts';
import { usePasskeySuggestions } from './use-passkey-suggestions.ts';
import { useProblem } from './use-problem.ts';

const TABS = [
  { value: 'signin', label: AUTH_TEXTS.signIn },
  { value: 'signup', label: AUTH_TEXTS.signUp },
] as const;

/** Signing in and signing up. */
export function AuthPage() {
  const search = useSearch({ from: '/auth' });
  const { plan, priceId, redirect } = search;
  const { providers } = useSite();
  const finishSignIn = useFinishSignIn();
  const id = useId();
  const [mode, setMode] = useState<AuthMode>(search.tab ?? (plan ? 'signup' : 'signin'));
  const [email, setEmail] = useState(search.email ?? '');
  const [isWaitingForEmail, setIsWaitingForEmail] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  /** The person is asked for a passkey now. The browser would drop that request if a suggestion asked for one, too. */
  const [isAskingPasskey, setIsAskingPasskey] = useState(false);

  const finish = () => finishSignIn(pathAfterSignIn(search));
  const waitForEmail = () => {
    // The link in the email carries the plan from here, not this page.
    markRedirected();
    storeSignUpIntent(search, localStorageOrNull(), Date.now());
    setIsWaitingForEmail(true);
  };
  const signIn = useCall((api, credentials: Credentials) => api.auth.signIn.mutate(credentials), {
    onDone: finish,
    onFailure: ({ code }) => {
      // The server has sent a new link, so show the page that explains it.
      if (code === 'EMAIL_NOT_CONFIRMED') waitForEmail();
      return false;
    },
  });
  const signUp = useCall(
    (api, credentials: Credentials) =>
      api.auth.signUp.mutate({ ...credentials, planChoice: planChoiceOf(search), redirect: search.redirect }),
    {
      onDone: (sent) => {
        setIsLate(sent.isLate);
        toast.success(TOASTS.signedUp);
        waitForEmail();
      },
      onFailure: ({ code, text }) => {
        if (code === 'COMMON_PASSWORD') setRefusal(text);
        return false;
      },
    },
  );
  usePasskeySuggestions(mode === 'signin' && !isWaitingForEmail && !isAskingPasskey, () => void finish());

  useEffect(() => {
    const typed = takeDeparture();
    if (!typed) return;
    // oxlint-disable-next-line react/set-state-in-effect -- reason: only the browser knows it, and the server rendered the page without
    setEmail(typed.email);
    setMode(typed.tab);
  }, []);
  useProblem(search.problem);

  const submit = (credentials: Credentials) => {
    setEmail(credentials.email);
    setRefusal(undefined);
    if (mode === 'signin') signIn.run(credentials);
    else signUp.run(credentials);
  };

  if (isWaitingForEmail) {
    return (
      <AuthFrame>
        <CheckEmail
          email={email}
          isLate={isLate}
          resend={(api, address) => api.auth.resendConfirmation.mutate({ email: address })}
          backText="Back to sign in"
          onBack={() => {
            setMode('signin');
            setIsWaitingForEmail(false);
          }}
        >
          Open it to confirm your address. It works for {CONFIRMATION_HOURS} hours.
        </CheckEmail>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">{plan ? AUTH_TEXTS.planHeading(PLAN_NAMES[plan]) : AUTH_TEXTS.heading}</h1>
        <p className="muted">
          {plan
            ? `Start your ${TRIAL_DAYS}-day free trial. No credit card required, cancel anytime.`
            : 'Sign in, or create an account and meet the team.'}
        </p>
      </div>
      <TabList
        id={id}
        label="Account"
        tabs={TABS}
        value={mode}
        onChange={(value) => {
          setMode(value);
          setRefusal(undefined);
        }}
      />
      <TabPanel id={id} value={mode} className="stack auth-panel">
        <CredentialsForm
          mode={mode}
          defaultEmail={email}
          busy={signIn.isBusy || signUp.isBusy}
          refusal={mode === 'signup' ? refusal : undefined}
          onChange={(typed) => {
            setEmail(typed);
            setRefusal(undefined);
          }}
          onSubmit={submit}
        >
          {mode === 'signin' && (
            <Link
              className="link small auth-forgot"
              to="/auth/forgot"
              search={{ plan, priceId, redirect, email: email || undefined }}
            >
              Forgot your password?
            </Link>
          )}
        </CredentialsForm>
        {(providers.length > 0 || mode === 'signin') && <p className="auth-or">or</p>}
        <div className="auth-others">
          <ProviderButtons
            planChoice={planChoiceOf(search)}
            redirect={redirect}
            onLeave={() => {
              markRedirected();
              noteDeparture({ email, tab: mode });
            }}
          />
          {mode === 'signin' && <PasskeyButton onDone={finish} onAsk={setIsAskingPasskey} />}
        </div>
      </TabPanel>
      <p className="xs muted">
        By continuing, you agree to the <Link to="/terms">Terms</Link> and the <Link to="/privacy">Privacy</Link>{' '}
        notice.
      </p>
    </AuthFrame>
  );
}
