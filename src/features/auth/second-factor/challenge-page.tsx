import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router';
import { momentText } from '#contract/dates.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { HAS_OWN_QUEUE } from '#src/api/own-queue.ts';
import { Button } from '#src/ui/button.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { SecondFactor } from './second-factor.tsx';
import { useFinishSignIn } from '../sign-in/use-finish-sign-in.ts';
import { useCall } from '../use-call.ts';

/** The second step of signing in, for people with a second factor. */
export function ChallengePage() {
  const { redirect } = useSearch({ from: '/auth_/challenge' });
  const { email, resetCompletesAt, factors } = useLoaderData({ from: '/auth_/challenge' });
  const navigate = useNavigate();
  const finishSignIn = useFinishSignIn();
  const toSignIn = () => navigate({ to: '/auth', search: { redirect }, replace: true });
  const signOut = useCall((api, _input: void) => api.auth.signOut.mutate(), { onDone: toSignIn });

  /** If the session has ended meanwhile, signing in starts over. */
  const call = async <Output,>(make: (api: Api) => Promise<Output>): Promise<Output> => {
    try {
      return await make(await loadApi());
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') await toSignIn();
      throw error;
    }
  };
  const finish = () => finishSignIn(safeRedirectPath(redirect) ?? '/dashboard');
  const own = { context: HAS_OWN_QUEUE };

  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">One more step</h1>
        <p className="muted">
          <span className="address" translate="no">
            {email}
          </span>{' '}
          is protected by a second factor.
        </p>
        {resetCompletesAt !== null && (
          <p>
            It was added less than 24 hours before the password was reset. If you didn’t add it, wait until we remove it
            on <time dateTime={resetCompletesAt}>{momentText(resetCompletesAt)}</time>. After that, sign in with your
            new password.
          </p>
        )}
      </div>
      <SecondFactor
        factors={factors}
        challenge={(factorId, channel) => call((api) => api.auth.factors.challenge.mutate({ factorId, channel }, own))}
        verify={async (answer) => {
          await call((api) => api.auth.factors.verify.mutate(answer, own));
          await finish();
        }}
        recover={async (code) => {
          await call((api) => api.auth.recoveryCodes.use.mutate({ code }, own));
          await finish();
        }}
      />
      <Button variant="ghost" block busy={signOut.isBusy} busyText="Signing out..." onClick={() => signOut.run()}>
        Sign out and use another account
      </Button>
    </AuthFrame>
  );
}
