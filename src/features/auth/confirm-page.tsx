import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { TRIAL_DAYS } from '#contract/plans.ts';
import { pathAfterLink } from '#src/lib/after-sign-in.ts';
import { takeWish } from '#src/lib/kept-wish.ts';
import { BrokenLink } from './broken-link.tsx';
import { isBrokenLink } from './is-broken-link.ts';
import { LinkButton } from './link-button.tsx';
import { useCall } from './use-call.ts';

/** The page behind the link in the confirmation mail. */
export function ConfirmPage() {
  const { token } = useSearch({ from: '/auth_/confirm' });
  const navigate = useNavigate();
  const [isBroken, setIsBroken] = useState(token === undefined);
  const confirm = useCall((api, given: string) => api.auth.confirmEmail.mutate({ token: given }), {
    onDone: ({ planChoice }) =>
      navigate({ href: pathAfterLink(planChoice, takeWish(window.localStorage, Date.now())), replace: true }),
    onFailure: (failure) => {
      setIsBroken(isBrokenLink(failure));
      return isBrokenLink(failure);
    },
  });

  if (token === undefined || isBroken)
    return (
      <BrokenLink
        text="It has expired or was already used. Sign in to get a new one."
        to="/auth"
        label="Go to sign in"
      />
    );
  return (
    <LinkButton
      title="Confirm your email"
      text={`One click and your account is ready. Your ${TRIAL_DAYS}-day trial starts now, without a card.`}
      label="Confirm my email"
      busyText="Confirming..."
      busy={confirm.isBusy}
      onUse={() => confirm.run(token)}
    />
  );
}
