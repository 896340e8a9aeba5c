import type { ComponentProps } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { NameForm } from './name-form.tsx';

type NameDialogProps = ComponentProps<typeof NameForm> & {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  lead?: string;
};

/** Asks for a name. */
export function NameDialog({ isOpen, onClose, title, lead, ...form }: NameDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} lead={lead} closable={!form.isBusy}>
      <NameForm {...form} />
    </Dialog>
  );
}
