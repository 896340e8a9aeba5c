import { Link } from '@tanstack/react-router';
import { CreditCard, LogOut, Settings, UserRound } from 'lucide-react';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { AccountMenuLabel } from './account-menu-label.tsx';
import { ThemeChoice } from './theme-choice.tsx';

type AccountMenuProps = { fullName: string; email: string; onSignOut: () => void };

/** The menu behind the person's initials. It starts open: the click that asks for it loads it. */
export function AccountMenu({ fullName, email, onSignOut }: AccountMenuProps) {
  return (
    <Menu triggerClassName="me-btn" trigger={<AccountMenuLabel name={fullName || email} />} defaultOpen>
      <div className="menu-head" translate="no">
        {fullName && <p className="strong">{fullName}</p>}
        <p className="small muted">{email}</p>
      </div>
      <ThemeChoice />
      {/* Both lead to the same page (SHELL-1). */}
      <MenuItem link={<Link to="/dashboard/settings" />}>
        <UserRound className="icon" aria-hidden="true" />
        Profile
      </MenuItem>
      <MenuItem link={<Link to="/dashboard/settings" />}>
        <Settings className="icon" aria-hidden="true" />
        Settings
      </MenuItem>
      <MenuItem link={<Link to="/dashboard/billing" />}>
        <CreditCard className="icon" aria-hidden="true" />
        Billing
      </MenuItem>
      <MenuItem onClick={onSignOut}>
        <LogOut className="icon" aria-hidden="true" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
