import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/plans.ts';
import { AUTH_TEXTS, TOASTS } from '#contract/texts.ts';
import { pathAfterSignIn } from '#src/lib/after-sign-in.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { TabList } from '#src/ui/tab-list.tsx';
import { TabPanel } from '#src/ui/tab-panel.tsx';
import { AuthFrame } from './auth-frame.tsx';
import type { AuthMode, Credentials } from './check-credentials.ts';
import { CheckEmail } from './check-email.tsx';
import { CredentialsForm } from './credentials-form.tsx';

const TABS = [
  { value: 'signin', label: AUTH_TEXTS.signIn },
  { value: 'signup', label: AUTH_TEXTS.signUp },
] as const;

/** Signing in and signing up. */
export function AuthPage() {
  const search = useSearch({ from: '/auth' });
  const navigate = useNavigate();
  const id = useId();
  const [mode, setMode] = useState<AuthMode>(search.tab ?? (search.plan ? 'signup' : 'signin'));
  const [email, setEmail] = useState(search.email ?? '');
  const [isWaitingForMail, setIsWaitingForMail] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const shownError = useRef<ReturnType<typeof toast.error>>(null);

  const onError = (error: unknown) => {
    shownError.current = toast.error({ title: TOASTS.error.title, text: errorText(error) });
  };
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: async () => {
      toast.success(TOASTS.signedIn);
      await navigate({ href: pathAfterSignIn(search), replace: true });
    },
    onError: (error) => {
      onError(error);
      // The server has sent a new link, so this is where to go on.
      if (errorCode(error) === 'EMAIL_NOT_CONFIRMED') setIsWaitingForMail(true);
    },
  });
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess: () => {
      toast.success(TOASTS.signedUp);
      setIsWaitingForMail(true);
    },
    onError: (error) => {
      onError(error);
      if (errorCode(error) === 'COMMON_PASSWORD') setRefusal(errorText(error));
    },
  });

  const submit = (credentials: Credentials) => {
    setEmail(credentials.email);
    setRefusal(undefined);
    // Trying again settles the last failure.
    if (shownError.current !== null) toast.dismiss(shownError.current);
    shownError.current = null;
    if (mode === 'signin') return signIn.mutate(credentials);
    const { plan, priceId } = search;
    signUp.mutate({ ...credentials, planChoice: plan && priceId ? { plan, priceId } : undefined });
  };
  const backToSignIn = () => {
    setMode('signin');
    setIsWaitingForMail(false);
  };

  if (isWaitingForMail) {
    return (
      <AuthFrame>
        <CheckEmail email={email} onBack={backToSignIn} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">{search.plan ? AUTH_TEXTS.planHeading(PLAN_NAMES[search.plan]) : AUTH_TEXTS.heading}</h1>
        <p className="muted">
          {search.plan
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
      <TabPanel id={id} value={mode}>
        <CredentialsForm
          mode={mode}
          defaultEmail={email}
          // Signing in stays busy until the next page is there.
          busy={signIn.isPending || signIn.isSuccess || signUp.isPending}
          refusal={mode === 'signup' ? refusal : undefined}
          onChange={() => setRefusal(undefined)}
          onSubmit={submit}
        />
      </TabPanel>
      <p className="xs muted">
        By continuing you agree to the <Link to="/terms">Terms</Link> and the <Link to="/privacy">Privacy</Link> notice.
      </p>
    </AuthFrame>
  );
}
