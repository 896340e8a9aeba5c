import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { pathAfterLink } from '#src/domain/session/after-sign-in.ts';
import { takeSignUpIntent } from '#src/domain/session/stored-sign-up-intent.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { BrokenLink } from './broken-link.tsx';
import { isBrokenLink } from './is-broken-link.ts';
import { LinkButton } from './link-button.tsx';
import { useCall } from '../use-call.ts';

const EXPIRED = 'It has expired or was already used. Sign in to get a new one.';

/** The target of the link in the confirmation email. */
export function ConfirmPage() {
  const { token } = useSearch({ from: '/auth_/confirm' });
  const navigate = useNavigate();
  const [dead, setDead] = useState(token === undefined ? EXPIRED : undefined);
  const confirm = useCall((api, given: string) => api.auth.confirmEmail.mutate({ token: given }), {
    onDone: (brought) =>
      navigate({ href: pathAfterLink(brought, takeSignUpIntent(localStorageOrNull(), Date.now())), replace: true }),
    onFailure: (failure) => {
      if (isBrokenLink(failure)) setDead(EXPIRED);
      else if (failure.code === 'PASSWORD_WANTED') setDead(failure.text);
      else return false;
      return true;
    },
  });

  if (token === undefined || dead !== undefined)
    return <BrokenLink text={dead ?? EXPIRED} to="/auth" label="Go to sign in" />;
  return (
    <LinkButton
      title="Confirm your email"
      text={`One click and your account is ready. Your ${TRIAL_DAYS}-day trial starts now, no card needed.`}
      label="Confirm my email"
      busyText="Confirming..."
      busy={confirm.isBusy}
      onUse={() => confirm.run(token)}
    />
  );
}
