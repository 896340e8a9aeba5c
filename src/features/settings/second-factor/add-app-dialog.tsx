import { useState } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { AddApp } from './add-app.tsx';

export type AddFactorDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The suggested name. */
  suggestion: string;
  onAdded: (recoveryCodes: string[] | null) => void;
};

/** Adds an authenticator app. */
export function AddAppDialog({ isOpen, onClose, suggestion, onAdded }: AddFactorDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog open={isOpen} onClose={onClose} title="Add an authenticator app" closable={!isBusy}>
      <AddApp suggestion={suggestion} onAdded={onAdded} onBusy={setIsBusy} />
    </Dialog>
  );
}
