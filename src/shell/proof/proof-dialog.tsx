import { useQuery } from '@tanstack/react-query';
import { LOADING } from '#contract/texts.ts';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { proofGate } from '#src/api/links/reauthentication-gate.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProofWays } from './proof-ways.tsx';

type ProofDialogProps = { isOpen: boolean; onClose: () => void };

/** Asks a person who is signed in to show once more that it is them. The page behind stays as it is. */
export function ProofDialog({ isOpen, onClose }: ProofDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Is it really you?"
      lead="Before a change like this we ask once more. Then it is good for ten minutes."
    >
      <Ways />
    </Dialog>
  );
}

function Ways() {
  // Asked at every opening: ways come and go in the settings behind.
  const ways = useQuery({
    queryKey: ['proof-ways'],
    queryFn: () => apiClient.auth.proof.ways.query(),
    gcTime: 0,
    staleTime: 0,
  });
  if (ways.data) return <ProofWays ways={ways.data} onProved={() => proofGate.settle(true)} />;
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
        Try Again
      </Button>
    </div>
  );
}
