import { useQuery } from '@tanstack/react-query';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { noteDeparture } from '#src/domain/session/departure.ts';
import { signInPath } from '#src/lib/redirect-path.ts';
import { HAS_OWN_QUEUE } from '#src/api/own-queue.ts';
import { checkPerson } from '#src/domain/session/check-person.ts';
import type { MissingStep } from '#src/api/signed-in.ts';
import { useSite } from '#src/domain/site/site.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import '../auth.css';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordOnlyForm } from './password-only-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';

export type SignInAgainProps = { isOpen: boolean; onClose: () => void; email: string; missingStep: MissingStep };

const own = { context: HAS_OWN_QUEUE };
const here = () => window.location.pathname + window.location.search;

/** Asks for what is missing when the session has ended. The page behind keeps its state, including everything typed in it. */
export function SignInAgain({ isOpen, onClose, email, missingStep }: SignInAgainProps) {
  const isHalf = missingStep === 'code';
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={isHalf ? 'One more step' : 'Please sign in again'}
      lead={
        isHalf
          ? `${email} is protected by a second factor. Nothing on this page will be lost.`
          : 'Your session has ended. We’ve kept this page and what you typed.'
      }
      closable={false}
    >
      <div className="stack">
        {isHalf ? <CodeStep /> : <Ways email={email} />}
        {/* A full page load, so that nothing of this person stays in memory for the next one. */}
        <a className="link leave" href={signInPath(here())}>
          Leave this page and sign in as someone else
        </a>
      </div>
    </Dialog>
  );
}

function Ways({ email }: { email: string }) {
  const { providers } = useSite();
  return (
    <>
      <PasswordOnlyForm
        email={email}
        submitText="Sign in"
        busyText="Signing in..."
        onPassword={async (password) => {
          await apiClient.auth.signIn.mutate({ email, password });
          await checkPerson();
        }}
      />
      <p className="auth-or">or</p>
      <div className="auth-others">
        <ProviderButtons redirect={here()} onLeave={() => noteDeparture(null)} />
        <PasskeyButton onDone={checkPerson} />
      </div>
      {providers.length > 0 && (
        <p className="xs muted">
          {/* Drafts of messages are stored in this browser, other forms aren't. */}
          Google and Slack open in this tab and bring you back here. A message you’re writing is kept.
        </p>
      )}
    </>
  );
}

function CodeStep() {
  const list = useQuery({
    queryKey: ['sign-in-again', 'factors'],
    queryFn: () => apiClient.auth.factors.list.query(undefined, own),
    gcTime: 0,
  });
  if (list.data) {
    return (
      <SecondFactor
        factors={list.data.filter(({ status }) => status === 'verified')}
        challenge={(factorId, channel) => apiClient.auth.factors.challenge.mutate({ factorId, channel }, own)}
        verify={async (answer) => {
          await apiClient.auth.factors.verify.mutate(answer, own);
          await checkPerson();
        }}
        recover={async (code) => {
          await apiClient.auth.recoveryCodes.use.mutate({ code }, own);
          await checkPerson();
        }}
      />
    );
  }
  if (!list.error) {
    return (
      <p className="muted" role="status">
        {LOADING}
      </p>
    );
  }
  return (
    <>
      <p className="error" role="alert">
        {errorText(list.error)}
      </p>
      <Button variant="secondary" onClick={() => void list.refetch()}>
        {TRY_AGAIN}
      </Button>
    </>
  );
}
