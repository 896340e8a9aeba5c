import { useState } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import type { AddFactorDialogProps } from './add-app-dialog.tsx';
import { AddPhone } from './add-phone.tsx';

/** Adds a phone that receives codes. */
export function AddPhoneDialog({ isOpen, onClose, suggestion, onAdded }: AddFactorDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog open={isOpen} onClose={onClose} title="Add a phone" closable={!isBusy}>
      <AddPhone suggestion={suggestion} onAdded={onAdded} onBusy={setIsBusy} />
    </Dialog>
  );
}
