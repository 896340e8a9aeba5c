import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { askForPasskey, hasPasskeys } from '#src/domain/session/passkeys.ts';
import { Button } from '#src/ui/button.tsx';
import { useCall } from '../use-call.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import '../ways.css';

type PasskeyButtonProps = {
  onDone: () => unknown;
  /** Whether a passkey is being asked for now. Until that has failed or was canceled, nothing else may ask for one. */
  onAsk?: (isAsking: boolean) => void;
};

/** Signs in with a passkey, if the browser supports them. */
export function PasskeyButton({ onDone, onAsk }: PasskeyButtonProps) {
  const isHydrated = useHydrated();
  const [isGivenUp, setIsGivenUp] = useState(false);
  const giveUp = () => {
    onAsk?.(false);
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

  // Rendered until the browser turns out not to support passkeys, so that the page doesn't jump for the many that do.
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
          onAsk?.(true);
          signIn.run();
        }}
      >
        <KeyRound className="icon" aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <p className="small muted" role="status">
        {isGivenUp && 'That didn’t use a passkey. Try again, or sign in another way.'}
      </p>
    </div>
  );
}
