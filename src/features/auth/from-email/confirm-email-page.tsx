import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { AuthFrame } from '../auth-frame.tsx';
import { BrokenLink } from './broken-link.tsx';
import { isBrokenLink } from './is-broken-link.ts';
import { LinkButton } from './link-button.tsx';
import { useCall } from '../use-call.ts';

/** The target of the link that confirms a new email address. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: '/auth_/confirm-email' });
  const [isBroken, setIsBroken] = useState(token === undefined);
  const [changed, setChanged] = useState<{ email: string; isSignedIn: boolean }>();
  const confirm = useCall((api, given: string) => api.account.confirmEmailChange.mutate({ token: given }), {
    onDone: setChanged,
    onFailure: (failure) => {
      setIsBroken(isBrokenLink(failure));
      return isBrokenLink(failure);
    },
  });

  if (changed) {
    return (
      <AuthFrame>
        <div className="stack" role="status">
          <h1 className="h1">Your email address is changed</h1>
          <p className="muted">
            From now on, sign in with{' '}
            <span className="address" translate="no">
              {changed.email}
            </span>
            .
          </p>
        </div>
        <Link
          className={buttonClass({ size: 'lg', block: true })}
          {...(changed.isSignedIn ? { to: '/dashboard' } : { to: '/auth', search: { email: changed.email } })}
        >
          {changed.isSignedIn ? 'Go to your dashboard' : 'Go to sign in'}
        </Link>
      </AuthFrame>
    );
  }
  if (token === undefined || isBroken) {
    return (
      <BrokenLink
        text={`It was already used, replaced by a newer one, or is more than ${EMAIL_CHANGE_HOURS} hours old. You can get a new one in your settings.`}
        to="/dashboard/settings"
        label="Go to your settings"
      />
    );
  }
  return (
    <LinkButton
      title="Confirm your new address"
      text="One click, and you’ll sign in and get our emails at this address."
      label="Use this address"
      busyText="Changing..."
      busy={confirm.isBusy}
      onUse={() => confirm.run(token)}
    />
  );
}
