import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';

type MenuProps = {
  /** What the button that opens it shows. */
  trigger: ReactNode;
  /** The button's name, where its content has none. */
  label?: string;
  triggerClassName?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** For a menu whose code comes with the click that asks for it. */
  defaultOpen?: boolean;
  /** Where the list is put instead of the end of the page, so that it lies within its landmark. Null: not there yet. */
  container?: HTMLElement | null;
  /** `MenuItem`s, the destructive one last. */
  children: ReactNode;
};

/** A button and the list of actions it opens. Arrow keys and letters move, Escape closes. */
export function Menu({
  trigger,
  label,
  triggerClassName = 'iconbtn',
  align = 'end',
  side = 'bottom',
  defaultOpen,
  container,
  children,
}: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen}>
      <BaseMenu.Trigger className={triggerClassName} aria-label={label}>
        {trigger}
      </BaseMenu.Trigger>
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner className="menu-positioner" align={align} side={side} sideOffset={4}>
          <BaseMenu.Popup className="menu-popup">{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
