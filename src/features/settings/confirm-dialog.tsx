import { use, useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CardHeading } from './card-heading.ts';
import { Problem, problemText } from './problem.tsx';

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

/** Asks before something is taken away. While it runs the dialog stays, so that a proof can be asked for above it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, busyText, isBusy, error, onConfirm } = props;
  const heading = use(CardHeading);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isOpen) wasBusy.current = isBusy;
  }, [isOpen, isBusy]);
  // Nobody can close it while it is busy, so one that closes then is done, and its button goes with what was taken away.
  const returnFocusTo = () => (wasBusy.current ? heading?.current : null);
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
