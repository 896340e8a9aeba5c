import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { askForPasskey, hasPasskeys } from '#src/domain/session/passkeys.ts';
import { Button } from '#src/ui/button.tsx';
import { useCall } from './use-call.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import './ways.css';

type PasskeyButtonProps = {
  onDone: () => unknown;
  /** Nothing came of it; the browser may suggest passkeys again. */
  onGivenUp?: () => void;
};

/** Signing in with a passkey, where the browser has them. */
export function PasskeyButton({ onDone, onGivenUp }: PasskeyButtonProps) {
  const isHydrated = useHydrated();
  const [isGivenUp, setIsGivenUp] = useState(false);
  const giveUp = () => {
    onGivenUp?.();
    return false;
  };
  const signIn = useCall(
    async (api, _input: void) => {
      const response = await askForPasskey(await api.auth.passkeys.signInOptions.mutate());
      if (response) await api.auth.passkeys.signIn.mutate({ response });
      return response !== null;
    },
    {
      onDone: (isDone) => {
        setIsGivenUp(!isDone);
        return isDone ? onDone() : giveUp();
      },
      onFailure: giveUp,
    },
  );

  // Rendered until the browser has said otherwise, so that the page does not jump for the many that have them.
  if (isHydrated && !hasPasskeys()) return null;
  return (
    <div className="stack auth-passkey">
      <Button
        variant="secondary"
        block
        busy={signIn.isBusy}
        busyText="Waiting for your passkey..."
        onClick={() => {
          setIsGivenUp(false);
          signIn.run();
        }}
      >
        <KeyRound className="icon" aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <p className="small muted" role="status">
        {isGivenUp && 'No passkey was used. Try again, or sign in another way.'}
      </p>
    </div>
  );
}
