import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { TRIAL_DAYS } from '#contract/plans.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { pathAfterSignIn } from '#src/lib/after-sign-in.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { trpc } from '#src/lib/trpc.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useHydrated } from './use-hydrated.ts';

/** The page behind the link in the confirmation mail. Only its button uses the link up: mail scanners open links too. */
export function ConfirmPage() {
  const { token } = useSearch({ from: '/auth_/confirm' });
  const navigate = useNavigate();
  const isAwake = useHydrated();
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess: ({ planChoice }) => navigate({ href: pathAfterSignIn(planChoice ?? {}), replace: true }),
  });

  if (!token || errorCode(confirm.error) === 'LINK_INVALID' || errorCode(confirm.error) === 'INVALID_INPUT') {
    return (
      <AuthFrame>
        <div className="stack" role="alert">
          <h1 className="h1">This link does not work any more</h1>
          <p className="muted">{ERROR_CODES.LINK_INVALID.text}</p>
        </div>
        <Link className={buttonClass({ size: 'lg', block: true })} to="/auth">
          Go to sign in
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">Confirm your email</h1>
        <p className="muted">
          One click and your account is ready. Your {TRIAL_DAYS}-day trial starts now, without a card.
        </p>
      </div>
      {confirm.error && (
        <p className="error" role="alert">
          {errorText(confirm.error)}
        </p>
      )}
      <Button
        size="lg"
        block
        busy={confirm.isPending || confirm.isSuccess}
        busyText="Confirming..."
        disabled={!isAwake}
        className={isAwake ? undefined : 'waking'}
        onClick={() => confirm.mutate({ token })}
      >
        Confirm my email
      </Button>
    </AuthFrame>
  );
}
