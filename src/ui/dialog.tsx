import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** 26, 34 or 60 rem at most. */
  width?: 'narrow' | 'middle' | 'wide';
  /** False while something loads: no close button, and Escape and the backdrop do nothing. */
  closable?: boolean;
};

/** A modal window: focus stays inside and returns afterwards, Escape closes. */
export function Dialog({ open, onClose, title, children, width = 'narrow', closable = true }: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && closable && onClose()}
      disablePointerDismissal={!closable}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim-backdrop" />
        <BaseDialog.Viewport className="scrim">
          <BaseDialog.Popup className={classNames('dialog', width !== 'wide' && width)}>
            <BaseDialog.Title className="h3 title">{title}</BaseDialog.Title>
            {children}
            {closable && (
              <BaseDialog.Close className="iconbtn close" aria-label="Close">
                <X className="icon" aria-hidden="true" />
              </BaseDialog.Close>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
