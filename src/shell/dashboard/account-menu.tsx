import { Link } from '@tanstack/react-router';
import { CreditCard, LogOut, Settings, UserRound } from 'lucide-react';
import { MenuItem } from '#src/ui/menu-item.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { AccountMenuLabel } from './account-menu-label.tsx';
import { ThemeChoice } from './theme-choice.tsx';

type AccountMenuProps = { fullName: string; email: string; onSignOut: () => void };

/** The menu behind one's own initials, open from the start: it is loaded by the click that asks for it. */
export function AccountMenu({ fullName, email, onSignOut }: AccountMenuProps) {
  return (
    <Menu triggerClassName="me-btn" trigger={<AccountMenuLabel name={fullName || email} />} defaultOpen>
      <div className="menu-head">
        {fullName && <p className="strong">{fullName}</p>}
        <p className="small muted">{email}</p>
      </div>
      <ThemeChoice />
      {/* Both lead to the same page (spec §2). */}
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
