import { Link } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Tier } from '#contract/billing/tiers.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Logo } from '#src/ui/brand/logo.tsx';
import { RailTip, RailTipsContext } from './rail-tip.tsx';
import { SidebarNav } from './sidebar-nav.tsx';
import { useTooltip } from './use-tooltip.ts';

type SidebarProps = { tier: Tier; isOpen: boolean; onToggle: () => void };

/** The sidebar on a desktop: 16rem, or a rail of 3rem. */
export function Sidebar({ tier, isOpen, onToggle }: SidebarProps) {
  const aside = useRef<HTMLElement>(null);
  const Tooltip = useTooltip(aside);
  const tips = useMemo(() => ({ Tooltip, isRail: !isOpen }), [Tooltip, isOpen]);
  const label = isOpen ? 'Close sidebar' : 'Open sidebar';
  return (
    <aside className="sidebar" id="sidebar" aria-label="Sidebar" ref={aside}>
      <RailTipsContext value={tips}>
        <div className="row between">
          {isOpen && (
            <Link className="logo" to="/dashboard">
              <Logo />
            </Link>
          )}
          <RailTip text={`${label} (Ctrl or Cmd + B)`}>
            <IconButton
              label={label}
              title={isOpen ? `${label} (Ctrl or Cmd + B)` : undefined}
              aria-expanded={isOpen}
              aria-controls="sidebar"
              onClick={onToggle}
            >
              <PanelLeft className="icon" aria-hidden="true" />
            </IconButton>
          </RailTip>
        </div>
        <SidebarNav tier={tier} />
      </RailTipsContext>
    </aside>
  );
}
