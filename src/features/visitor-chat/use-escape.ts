import { useEffect, type RefObject } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';

/** Elements that handle Escape before the panel does, when the focus is outside it. */
const CLOSES_FIRST = '[role=dialog]:not(.visitor-panel), details[data-menu][open]';

/**
 * Calls back when Escape is pressed while the panel is open, even with the focus outside, because the panel may cover the focused
 * element.
 */
export function useEscape(panel: RefObject<HTMLElement | null>, isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape') return;
      const isInside = event.target instanceof Node && panel.current?.contains(event.target);
      if (isInside || !document.querySelector(CLOSES_FIRST)) onEscape();
    };
    // In the capture phase, ahead of the menu that this press closes.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [panel, isOpen, onEscape]);
}
