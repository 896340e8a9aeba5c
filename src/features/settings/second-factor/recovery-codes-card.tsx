import { useState } from 'react';
import { RECOVERY_CODES } from '#contract/account/factor-limits.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmRemoval } from '../confirm-removal.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useReadAgain } from '../use-read-again.ts';

/** With this many codes left or fewer, suggest new ones. */
const FEW = 3;

/** How many recovery codes are left, and a button for new ones. */
export function RecoveryCodesCard({ onRecoveryCodes }: { onRecoveryCodes: (codes: string[]) => void }) {
  const status = trpc.auth.recoveryCodes.status.useQuery();
  const [isAsking, setIsAsking] = useState(false);
  const readAgain = useReadAgain();
  const renew = trpc.auth.recoveryCodes.renew.useMutation({
    onSuccess: ({ codes }) => {
      setIsAsking(false);
      onRecoveryCodes(codes);
      void readAgain();
    },
  });
  return (
    <SettingsCard
      title="Recovery codes"
      lead="For the day you lose your phone. Each one gets you in once, instead of a code."
    >
      <Loaded query={status} rows={1}>
        {({ left }) => (
          <div className="row between inline-edit">
            <p className="grow">
              <span className="strong">{`${left} of ${RECOVERY_CODES}`}</span>
              <span>{` left.${left <= FEW ? ' Get new ones before they run out.' : ''}`}</span>
            </p>
            <Button
              variant="secondary"
              onClick={() => {
                renew.reset();
                setIsAsking(true);
              }}
            >
              Get new codes
            </Button>
          </div>
        )}
      </Loaded>
      <ConfirmRemoval
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Get new recovery codes?"
        confirmLabel="Get new codes"
        busyText="Creating codes..."
        isBusy={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
      >
        <p>Your current codes will stop working right away.</p>
      </ConfirmRemoval>
    </SettingsCard>
  );
}
