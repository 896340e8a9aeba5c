import { useState } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { DeleteAccountForm } from './delete-account-form.tsx';

type DeleteAccountDialogProps = { isOpen: boolean; onClose: () => void; email: string };

/** Explains what deletion means before it's requested. */
export function DeleteAccountDialog({ isOpen, onClose, email }: DeleteAccountDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const returnFocusTo = useReturnFocus(isOpen, isBusy);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Delete your account?"
      width="middle"
      closable={!isBusy}
      returnFocusTo={returnFocusTo}
    >
      <DeleteAccountForm email={email} onBusy={setIsBusy} onClose={onClose} />
    </Dialog>
  );
}
