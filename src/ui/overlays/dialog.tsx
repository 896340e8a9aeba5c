import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A face beside the title. */
  figure?: ReactNode;
  /** A sentence under the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** 26, 34 or 60 rem at most. */
  width?: 'narrow' | 'middle' | 'wide';
  /** False while something loads: no close button, and Escape and the backdrop do nothing. */
  closable?: boolean;
  /** Where the focus goes on close, if the element that had it will be gone. */
  returnFocusTo?: () => HTMLElement | null | undefined;
};

/** A modal dialog: focus stays inside and returns on close, Escape closes it. */
export function Dialog({
  open,
  onClose,
  title,
  figure,
  lead,
  children,
  width = 'narrow',
  closable = true,
  returnFocusTo,
}: DialogProps) {
  const isWide = width === 'wide';
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && closable && onClose()}
      disablePointerDismissal={!closable}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim-backdrop" />
        <BaseDialog.Viewport className="scrim">
          <BaseDialog.Popup
            className={classNames('dialog', !isWide && width)}
            finalFocus={returnFocusTo && (() => returnFocusTo() ?? true)}
          >
            <header className="dialog-head">
              {figure}
              <div>
                <BaseDialog.Title className={isWide ? 'h2' : 'h3'}>{title}</BaseDialog.Title>
                {lead && <BaseDialog.Description className="muted">{lead}</BaseDialog.Description>}
              </div>
            </header>
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
