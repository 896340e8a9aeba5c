import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';

type MenuProps = {
  /** What the button that opens it shows. */
  trigger: ReactNode;
  /** The button's name, where its content has none. */
  label?: string;
  triggerClassName?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** For a menu whose code comes with the click or key that asks for it. */
  defaultOpen?: boolean;
  /** `MenuItem`s, the destructive one last. */
  children: ReactNode;
};

/**
 * A button and the list of actions it opens. Arrow keys and letters move, Escape closes. The list lies beside its button
 * in the page, so that it belongs to the same landmark and Tab goes on from there.
 */
export function Menu({
  trigger,
  label,
  triggerClassName = 'iconbtn',
  align = 'end',
  side = 'bottom',
  defaultOpen = false,
  children,
}: MenuProps) {
  // State, not a ref: a menu that is open from the start has to wait for its place.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // Whoever asked with a key has the button in visible focus, and goes on with the first item.
  const [isByKey] = useState(() => defaultOpen && document.activeElement?.matches(':focus-visible') === true);
  const [isOpen, setIsOpen] = useState(defaultOpen && !isByKey);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isByKey) return;
    button.current?.focus();
    button.current?.click();
  }, [isByKey]);
  // Without the guards of a list at the end of the page (see menu.css), Tab out of it is noticed here.
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
  };
  return (
    <div className="menu-place" ref={setPlace} onBlur={closeOnLeaving}>
      <BaseMenu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
        <BaseMenu.Trigger ref={button} className={triggerClassName} aria-label={label}>
          {trigger}
        </BaseMenu.Trigger>
        <BaseMenu.Portal container={place}>
          <BaseMenu.Positioner
            className="menu-positioner"
            align={align}
            side={side}
            sideOffset={4}
            positionMethod="fixed"
          >
            <BaseMenu.Popup className="menu-popup">{children}</BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  );
}
