import type { ComponentProps } from 'react';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { AccountMenuLabel } from './account-menu-label.tsx';
import type { AccountMenu } from './account-menu.tsx';

const load = async () => (await import('./account-menu.tsx')).AccountMenu;

/** The account menu. Menus are a quarter of a page's weight, so its code loads when it's about to be used. */
export function LazyAccountMenu(props: ComponentProps<typeof AccountMenu>) {
  const { Menu, buttonProps } = useLazyMenu(load);
  if (Menu) return <Menu {...props} />;
  return (
    <div className="menu-place">
      <button type="button" className="me-btn" {...buttonProps}>
        <AccountMenuLabel name={props.fullName || props.email} />
      </button>
    </div>
  );
}
