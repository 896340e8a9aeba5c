import { useState } from 'react';
import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmRemoval } from '../confirm-removal.tsx';

/** Ends every session, this one included. */
export function SignOutEverywhere() {
  const { signOut, isLeaving } = useAuth();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmRemoval
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busyText="Signing out..."
        isBusy={isLeaving}
        error={null}
        onConfirm={() => signOut('everywhere')}
      >
        <p>
          Every device and script will have to sign in again, including this one. Ways to sign in that were added in the
          last {NEW_WAY_DAYS} days will be turned off; once you sign in again, you can turn your own back on.
        </p>
      </ConfirmRemoval>
    </>
  );
}
