import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Problem, problemText } from './problem.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  busyText: string;
  isBusy: boolean;
  error: unknown;
  onConfirm: () => void;
};

/**
 * Asks before something is removed. The dialog stays open while the removal runs, so that the re-authentication dialog can open
 * above it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, busyText, isBusy, error, onConfirm } = props;
  const returnFocusTo = useReturnFocus(isOpen, isBusy);
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} closable={!isBusy} returnFocusTo={returnFocusTo}>
      <div className="stack">
        <div className="stack muted">{children}</div>
        <Problem text={problemText(error)} />
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm} busy={isBusy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
