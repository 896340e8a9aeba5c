import { useEffect, useSyncExternalStore } from 'react';
import { lazyDialog } from '#src/lib/lazy-dialog.tsx';
import { proofGate } from '#src/api/links/reauthentication-gate.ts';
import { signedIn } from '#src/api/signed-in.ts';

const ProofDialog = lazyDialog(async () => (await import('./proof-dialog.tsx')).ProofDialog);
const cancel = () => proofGate.settle(false);

/** Stands ready to ask who somebody is, for calls that need to know it afresh. */
export function ProofWatch() {
  const isAsking = useSyncExternalStore(proofGate.subscribe, proofGate.isAsking);
  const { isExpired } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  useEffect(() => proofGate.watch(), []);
  // Leaving the signed-in area is a no.
  useEffect(() => cancel, []);
  // Signing in again is a proof, so the call is simply made again.
  useEffect(() => {
    if (!isExpired || !isAsking) return;
    const renewals = signedIn.renewals();
    return () => {
      if (signedIn.renewals() !== renewals) proofGate.settle(true);
    };
  }, [isExpired, isAsking]);
  return <ProofDialog isOpen={isAsking && !isExpired} onClose={cancel} />;
}
