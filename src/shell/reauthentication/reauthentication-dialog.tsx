import { useQuery } from '@tanstack/react-query';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { reauthenticationGate } from '#src/api/links/reauthentication-gate.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { ReauthenticationMethods } from './reauthentication-methods.tsx';

type ReauthenticationDialogProps = { isOpen: boolean; onClose: () => void };

/** Asks a signed-in person to re-authenticate. The page behind keeps its state. */
export function ReauthenticationDialog({ isOpen, onClose }: ReauthenticationDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Is it really you?"
      lead="We check before a change like this. After that, you’re good for ten minutes."
    >
      <Ways />
    </Dialog>
  );
}

function Ways() {
  // Read on every opening: methods may have changed in the settings behind.
  const ways = useQuery({
    queryKey: ['reauthentication-methods'],
    queryFn: () => apiClient.auth.reauthentication.ways.query(),
    gcTime: 0,
    staleTime: 0,
  });
  if (ways.data)
    return <ReauthenticationMethods ways={ways.data} onReauthenticated={() => reauthenticationGate.settle(true)} />;
  if (!ways.error) {
    return (
      <p className="muted" role="status">
        {LOADING}
      </p>
    );
  }
  return (
    <div className="stack">
      <p className="error" role="alert">
        {errorText(ways.error)}
      </p>
      <Button variant="secondary" onClick={() => void ways.refetch()}>
        {TRY_AGAIN}
      </Button>
    </div>
  );
}
