import { useEffect, useSyncExternalStore } from 'react';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { reauthenticationGate } from '#src/api/links/reauthentication-gate.ts';
import { signedIn } from '#src/api/signed-in.ts';

const ReauthenticationDialog = lazyDialog(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
);
const cancel = () => reauthenticationGate.settle(false);

/** Opens the dialog when a call needs a recent authentication. */
export function ReauthenticationWatch() {
  const isAsking = useSyncExternalStore(reauthenticationGate.subscribe, reauthenticationGate.isAsking);
  const { isExpired } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  useEffect(() => reauthenticationGate.watch(), []);
  // Leaving the signed-in area counts as canceling.
  useEffect(() => cancel, []);
  // Signing in again counts as re-authentication, so the call is simply repeated.
  useEffect(() => {
    if (!isExpired || !isAsking) return;
    const renewals = signedIn.renewals();
    return () => {
      if (signedIn.renewals() !== renewals) reauthenticationGate.settle(true);
    };
  }, [isExpired, isAsking]);
  return <ReauthenticationDialog isOpen={isAsking && !isExpired} onClose={cancel} />;
}
