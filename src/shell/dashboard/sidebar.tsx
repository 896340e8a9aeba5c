import { Link } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import type { Tier } from '#contract/tiers.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

type SidebarProps = { tier: Tier; isOpen: boolean; onToggle: () => void };

/** The sidebar on a desk: 16rem, or a rail of 3rem. */
export function Sidebar({ tier, isOpen, onToggle }: SidebarProps) {
  return (
    <aside className="sidebar" id="sidebar" aria-label="Sidebar">
      <div className="row between">
        {isOpen && (
          <Link className="logo" to="/dashboard">
            <Logo />
          </Link>
        )}
        <IconButton
          label={isOpen ? 'Close sidebar' : 'Open sidebar'}
          title={`${isOpen ? 'Close' : 'Open'} sidebar (Ctrl or Cmd + B)`}
          aria-expanded={isOpen}
          aria-controls="sidebar"
          onClick={onToggle}
        >
          <PanelLeft className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <SidebarNav tier={tier} isRail={!isOpen} />
    </aside>
  );
}
