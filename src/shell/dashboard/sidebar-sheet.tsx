import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Tier } from '#contract/billing/tiers.ts';
import { Logo } from '#src/ui/brand/logo.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

type SidebarSheetProps = { tier: Tier; isOpen: boolean; onClose: () => void };

/** The sidebar on a phone: a sheet over a scrim. Focus stays inside; Escape or choosing a link closes it. */
export function SidebarSheet({ tier, isOpen, onClose }: SidebarSheetProps) {
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-backdrop" />
        <Dialog.Popup className="sidebar sheet" onClick={closeOnLink}>
          <Dialog.Title className="sr">Sidebar</Dialog.Title>
          <div className="row between">
            <Link className="logo" to="/dashboard">
              <Logo />
            </Link>
            <Dialog.Close className="iconbtn" aria-label="Close sidebar">
              <X className="icon" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <SidebarNav tier={tier} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
