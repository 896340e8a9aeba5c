import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type MenuItemProps = {
  children?: ReactNode;
  onClick?: () => void;
  /** For destructive actions. */
  danger?: boolean;
  /** A link element to render instead, such as the router's. */
  link?: ReactElement;
};

/** One action of a `Menu`. */
export function MenuItem({ children, onClick, danger, link }: MenuItemProps) {
  const className = classNames('menu-item', danger && 'danger');
  if (link) {
    return (
      <BaseMenu.LinkItem className={className} render={link} onClick={onClick} closeOnClick>
        {children}
      </BaseMenu.LinkItem>
    );
  }
  return (
    <BaseMenu.Item
      className={className}
      onClick={(event) => {
        onClick?.();
        // An action that moved the focus has closed the menu with it. The library would focus the item again.
        if (!event.currentTarget.closest('[role="menu"]')?.contains(document.activeElement))
          event.preventBaseUIHandler();
      }}
    >
      {children}
    </BaseMenu.Item>
  );
}
