import { useState } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { DeleteAccountForm } from './delete-account-form.tsx';

type DeleteAccountDialogProps = { isOpen: boolean; onClose: () => void; email: string };

/** What deleting means, before it is asked for. */
export function DeleteAccountDialog({ isOpen, onClose, email }: DeleteAccountDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog open={isOpen} onClose={onClose} title="Delete your account?" width="middle" closable={!isBusy}>
      <DeleteAccountForm email={email} onBusy={setIsBusy} onClose={onClose} />
    </Dialog>
  );
}
