import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { storeSignUpIntent } from '#src/domain/session/stored-sign-up-intent.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { AuthFrame } from '../auth-frame.tsx';
import { CheckEmail } from '../sign-in/check-email.tsx';
import { EmailForm } from './email-form.tsx';
import { useCall } from '../use-call.ts';

const ask = (api: Api, email: string) => api.auth.requestPasswordReset.mutate({ email });

/** Asks for the address to send a password reset link to. The answer is the same for every address. */
export function ForgotPage() {
  const { plan, priceId, redirect, email: known = '', notMe } = useSearch({ from: '/auth_/forgot' });
  const [email, setEmail] = useState(known);
  const [isSent, setIsSent] = useState(false);
  const [isLate, setIsLate] = useState(false);
  const request = useCall(ask, {
    onDone: (sent) => {
      setIsLate(sent.isLate);
      storeSignUpIntent({ plan, priceId, redirect }, localStorageOrNull(), Date.now());
      setIsSent(true);
    },
  });

  if (isSent) {
    return (
      <AuthFrame>
        <CheckEmail
          email={email}
          isLate={isLate}
          resend={ask}
          onBack={() => setIsSent(false)}
          backText="Use another address"
        >
          Open it to choose a new password. It works for {PASSWORD_RESET_MINUTES} minutes.
        </CheckEmail>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">{notMe ? 'Secure your account' : 'Forgot your password?'}</h1>
        <p className="muted">
          {notMe
            ? `Enter the email address that got our warning, and we’ll send it a link to choose a new password. Your new password signs everyone else out and turns off any ways to sign in that were added in the last ${NEW_WAY_DAYS} days.`
            : 'Enter the email you signed up with. We’ll send you a link to choose a new one.'}
        </p>
      </div>
      <EmailForm
        defaultEmail={email}
        busy={request.isBusy}
        submitText="Send me the link"
        onSubmit={(address) => {
          setEmail(address);
          request.run(address);
        }}
      />
      <Link
        className={buttonClass({ variant: 'ghost', block: true })}
        to="/auth"
        search={{ plan, priceId, redirect, email: email || undefined, tab: 'signin' }}
      >
        Back to sign in
      </Link>
    </AuthFrame>
  );
}
