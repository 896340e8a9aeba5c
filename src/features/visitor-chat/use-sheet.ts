import { useEffect, type RefObject } from 'react';

/** Below this width the panel covers the whole page (VISUAL §11). */
const SHEET = '(max-width: 768px)';
/** Messages lie over the panel. */
const STAYS = '[aria-live]';

/** What stands beside the panel, or beside something that it is in. */
function besideOf(panel: Element): HTMLElement[] {
  const beside: HTMLElement[] = [];
  for (let inner = panel; inner !== document.body && inner.parentElement; inner = inner.parentElement)
    for (const element of inner.parentElement.children)
      if (element instanceof HTMLElement && element !== inner && !element.matches(STAYS)) beside.push(element);
  return beside;
}

/** While the panel covers the page, nothing of the page beside it can be reached. */
export function useSheet(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !panel.current || !window.matchMedia(SHEET).matches) return;
    const hidden = besideOf(panel.current).filter((element) => !element.inert);
    for (const element of hidden) element.inert = true;
    return () => {
      for (const element of hidden) element.inert = false;
    };
  }, [panel, isOpen]);
}
