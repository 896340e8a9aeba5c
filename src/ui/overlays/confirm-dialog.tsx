import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Why it couldn't be done. */
  problem?: ReactNode;
  /** Of the button that changes nothing. */
  cancelLabel?: string;
  confirmLabel: string;
  busyText: string;
  isBusy: boolean;
  onConfirm: () => void;
  returnFocusTo?: () => HTMLElement | null | undefined;
};

/** Asks before something is removed, and stays open while it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, problem, cancelLabel = 'Cancel', confirmLabel, busyText } = props;
  const { isBusy, onConfirm, returnFocusTo } = props;
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} closable={!isBusy} returnFocusTo={returnFocusTo}>
      <div className="stack">
        <div className="stack muted">{children}</div>
        {problem}
        <div className="row dialog-actions">
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {cancelLabel}
          </Button>
          <Button variant="danger" onClick={onConfirm} busy={isBusy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
