import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';

type MenuProps = {
  /** The content of the button that opens it. */
  trigger: ReactNode;
  /** The button's accessible name, if its content has none. */
  label?: string;
  triggerClassName?: string;
  /** -1 where other keys lead to the button, as in a list that is one stop for Tab. */
  tabIndex?: number;
  /** For a menu whose code loads with the click or key that opens it. */
  defaultOpen?: boolean;
  /** Returns the element to focus on close instead of the menu's button; null for the button. */
  finalFocus?: () => HTMLElement | null;
  /** `MenuItem`s, the destructive one last. */
  children: ReactNode;
};

/**
 * A button and the list of actions it opens. Arrow keys and letters move, Escape closes. The list is next to its button in the
 * DOM, so that it belongs to the same landmark and Tab continues from there.
 */
export function Menu(props: MenuProps) {
  const { trigger, label, triggerClassName = 'iconbtn', tabIndex, defaultOpen = false, finalFocus, children } = props;
  // State, not a ref: a menu that starts open has to wait for its container.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // People who opened it by key have the button in visible focus, and continue with the first item.
  const [isByKey] = useState(() => defaultOpen && document.activeElement?.matches(':focus-visible') === true);
  const [isOpen, setIsOpen] = useState(defaultOpen && !isByKey);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isByKey) return;
    button.current?.focus();
    button.current?.click();
  }, [isByKey]);
  // Without the library's focus guards (see menu.css), we detect Tab out of the list here, and actions that move the focus.
  const hasFocusLeft = useRef(false);
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
    hasFocusLeft.current = true;
    setIsOpen(false);
  };
  const changeOpen = (open: boolean) => {
    if (open) hasFocusLeft.current = false;
    setIsOpen(open);
  };
  return (
    <div className="menu-place" ref={setPlace} onBlur={closeOnLeaving}>
      <BaseMenu.Root modal={false} open={isOpen} onOpenChange={changeOpen}>
        <BaseMenu.Trigger ref={button} className={triggerClassName} aria-label={label} tabIndex={tabIndex}>
          {trigger}
        </BaseMenu.Trigger>
        <BaseMenu.Portal container={place}>
          <BaseMenu.Positioner
            className="menu-positioner"
            align="end"
            side="bottom"
            sideOffset={4}
            positionMethod="fixed"
          >
            <BaseMenu.Popup className="menu-popup" finalFocus={() => !hasFocusLeft.current && (finalFocus?.() ?? true)}>
              {children}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  );
}
