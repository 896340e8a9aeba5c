import { Link } from '@tanstack/react-router';
import { ChevronDown, CreditCard, LogOut } from 'lucide-react';
import { Initials } from '#src/ui/initials.tsx';
import { MenuItem } from '#src/ui/menu-item.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { ThemeChoice } from './theme-choice.tsx';

type AccountMenuProps = { fullName: string; email: string; onSignOut: () => void };

/** The menu behind one's own initials. */
export function AccountMenu({ fullName, email, onSignOut }: AccountMenuProps) {
  return (
    <Menu
      triggerClassName="me-btn"
      trigger={
        <>
          <Initials name={fullName || email} />
          <span className="sr">Account menu</span>
          <ChevronDown className="icon sm" aria-hidden="true" />
        </>
      }
    >
      <div className="menu-head">
        {fullName && <p className="strong">{fullName}</p>}
        <p className="small muted">{email}</p>
      </div>
      <ThemeChoice />
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
