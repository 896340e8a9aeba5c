import { useEffect, type RefObject } from 'react';

/** What Escape is for before the panel, where the focus is not in the panel. */
const CLOSES_FIRST = '[role=dialog]:not(.visitor-panel), details[data-menu][open]';

/**
 * Calls when Escape is pressed while the panel is open, also outside: the panel may cover what has the focus. Not where Escape
 * only ends what an input method composes.
 */
export function useEscape(panel: RefObject<HTMLElement | null>, isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing) return;
      const isInside = target instanceof Node && panel.current?.contains(target);
      if (isInside || !document.querySelector(CLOSES_FIRST)) onEscape();
    };
    // Ahead of the menu that this press closes.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [panel, isOpen, onEscape]);
}
