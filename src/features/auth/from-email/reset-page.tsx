import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { PASSWORD_MIN } from '#contract/account/password-length.ts';
import { pathAfterLink } from '#src/domain/session/after-sign-in.ts';
import { WAYS_IN_PATH } from '#src/domain/session/ways-in-path.ts';
import { takeSignUpIntent } from '#src/domain/session/stored-sign-up-intent.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { Button } from '#src/ui/button.tsx';
import { PasswordField } from '#src/ui/forms/password-field.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { BrokenLink } from './broken-link.tsx';
import { useFinishSignIn } from '../sign-in/use-finish-sign-in.ts';
import { useCall } from '../use-call.ts';

const loadCheck = async () => (await import('../sign-in/check-credentials.ts')).checkNewPassword;

/** The target of a password reset link. The token is removed from the URL immediately and lives in memory only. */
export function ResetPage() {
  const search = useSearch({ from: '/auth_/reset' });
  const navigate = useNavigate({ from: '/auth/reset' });
  const finishSignIn = useFinishSignIn();
  const form = useRef<HTMLFormElement>(null);
  const [token] = useState(search.token);
  const [isBroken, setIsBroken] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reset = useCall((api, password: string) => api.auth.resetPassword.mutate({ token: token ?? '', password }), {
    onDone: ({ turnedOff }) => {
      const intent = takeSignUpIntent(localStorageOrNull(), Date.now());
      const path = pathAfterLink({ planChoice: null, redirect: null }, intent);
      return finishSignIn(turnedOff > 0 ? WAYS_IN_PATH : path);
    },
    onFailure: ({ code, text }) => {
      if (code === 'LINK_INVALID') setIsBroken(true);
      else if (code === 'COMMON_PASSWORD' || code === 'SAME_PASSWORD' || code === 'INVALID_INPUT') setProblem(text);
      else return false;
      return true;
    },
  });

  useEffect(() => {
    if (search.token !== undefined) void navigate({ search: {}, replace: true });
  }, [search.token, navigate]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = form.current?.querySelector('input')?.value ?? '';
    const checkNewPassword = await loadOrReport(loadCheck);
    if (!checkNewPassword) return;
    const wrong = checkNewPassword(password);
    setProblem(wrong);
    if (wrong === undefined) reset.run(password);
    else form.current?.querySelector('input')?.focus();
  };

  if (token === undefined || isBroken) {
    return (
      <BrokenLink
        text={`It was already used, or it’s more than ${PASSWORD_RESET_MINUTES} minutes old. We’re happy to send you a new one.`}
        to="/auth/forgot"
        label="Send me a new link"
      />
    );
  }
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">Choose a new password</h1>
        <p className="muted">
          We’ll sign you in here, sign you out everywhere else, and turn off ways to sign in that were added in the last{' '}
          {NEW_WAY_DAYS} days. You can turn your own back on right away.
        </p>
      </div>
      <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters. A few plain words work well.`}
          error={problem}
          onChange={() => setProblem(undefined)}
        />
        <Button type="submit" size="lg" block busy={reset.isBusy} busyText="Saving...">
          Save and sign in
        </Button>
      </form>
    </AuthFrame>
  );
}
