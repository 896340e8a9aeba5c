import { Popover } from '@base-ui/react/popover';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type AnchoredPopoverProps = {
  open: boolean;
  onClose: () => void;
  /** What it belongs to. Without it there is no popover. */
  button: HTMLElement | null;
  /** Where it is in the DOM: close to its button, so that it belongs to the same landmark and Tab continues from there. */
  container: HTMLElement | null | undefined;
  /** What it stays inside of; the window if there is none. */
  boundary?: HTMLElement | null | undefined;
  align: 'start' | 'end';
  /** The distance from the button in pixels. */
  sideOffset: number;
  positionerClass: string;
  className: string;
  /** Begins with a `Popover.Title`. */
  children: ReactNode;
};

/** Whether closing it leaves the focus nowhere. What a link in it leads to may have taken the focus already. */
const hasFocus = (popup: HTMLElement | null): boolean =>
  document.activeElement === document.body || popup?.contains(document.activeElement) === true;

/** A popover below a button that it doesn't contain. Its button toggles it; Escape and a press outside close it. */
export function AnchoredPopover({
  open,
  onClose,
  button,
  container,
  boundary,
  align,
  sideOffset,
  positionerClass,
  className,
  children,
}: AnchoredPopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open={open && button !== null}
      onOpenChange={(_open, { event, reason }) => {
        // The button itself closes it.
        const isOnButton = event.target instanceof Node && button?.contains(event.target) === true;
        if (reason !== 'outside-press' || !isOnButton) onClose();
      }}
    >
      <Popover.Portal container={container}>
        <Popover.Positioner
          className={positionerClass}
          anchor={button}
          positionMethod="fixed"
          side="bottom"
          align={align}
          sideOffset={sideOffset}
          collisionPadding={12}
          collisionBoundary={boundary ?? undefined}
        >
          <Popover.Popup
            ref={popup}
            className={classNames('popover', className)}
            finalFocus={() => (hasFocus(popup.current) ? button : false)}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
