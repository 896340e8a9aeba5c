import { Link } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import type { Profile } from '#src/domain/session/session.ts';
import { Bell } from '#src/features/notifications/bell.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { planLabel } from '#src/domain/subscription/plan-label.ts';
import { useNow } from '#src/lib/use-now.ts';
import { greeting } from './greeting.ts';
import { LazyAccountMenu } from './lazy-account-menu.tsx';

type TopbarProps = { profile: Profile; isSheetOpen: boolean; onOpenSheet: () => void; onSignOut: () => void };

/** The header of every signed-in page. */
export function Topbar({ profile, isSheetOpen, onOpenSheet, onSignOut }: TopbarProps) {
  const now = useNow();
  return (
    <header className="topbar">
      <IconButton
        className="burger"
        label="Open sidebar"
        aria-expanded={isSheetOpen}
        aria-haspopup="dialog"
        onClick={onOpenSheet}
      >
        <PanelLeft className="icon" aria-hidden="true" />
      </IconButton>
      <p className="greet">{greeting(profile.fullName, now)}</p>
      <Link className="plan-link" to="/dashboard/billing" aria-label={`Plan: ${planLabel(profile.access)}`}>
        <span className="badge accent">{planLabel(profile.access)}</span>
      </Link>
      <Bell />
      <LazyAccountMenu fullName={profile.fullName} email={profile.email} onSignOut={onSignOut} />
    </header>
  );
}
