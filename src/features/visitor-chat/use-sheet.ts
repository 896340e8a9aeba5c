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

/** Puts what stands beside the panel out of reach. Returns how to give it back. */
function cover(panel: Element): () => void {
  const hidden = besideOf(panel).filter((element) => !element.inert);
  for (const element of hidden) element.inert = true;
  return () => {
    for (const element of hidden) element.inert = false;
  };
}

/**
 * While the panel covers the page, nothing of the page beside it can be reached, and `onLeave` is called when one of its links
 * is followed: that may lead to a part of this very page. The window may grow and shrink meanwhile.
 */
export function useSheet(panel: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void): void {
  useEffect(() => {
    const element = panel.current;
    if (!isOpen || !element) return;
    const sheet = window.matchMedia(SHEET);
    let uncover = sheet.matches ? cover(element) : null;
    const onWidth = () => {
      uncover?.();
      uncover = sheet.matches ? cover(element) : null;
    };
    const onClick = ({ target }: MouseEvent) => {
      if (sheet.matches && target instanceof Element && target.closest('a')) onLeave();
    };
    sheet.addEventListener('change', onWidth);
    element.addEventListener('click', onClick);
    return () => {
      sheet.removeEventListener('change', onWidth);
      element.removeEventListener('click', onClick);
      uncover?.();
    };
  }, [panel, isOpen, onLeave]);
}
