import { useEffect, type RefObject } from 'react';

/** Below this width the panel covers the whole page (docs/design.md, "Small screens"). */
const SHEET = '(max-width: 768px)';
/** Toasts appear above the panel. */
const STAYS = '[aria-live]';

/** The siblings of the panel and of its ancestors. */
function besideOf(panel: Element): HTMLElement[] {
  const beside: HTMLElement[] = [];
  for (let inner = panel; inner !== document.body && inner.parentElement; inner = inner.parentElement)
    for (const element of inner.parentElement.children)
      if (element instanceof HTMLElement && element !== inner && !element.matches(STAYS)) beside.push(element);
  return beside;
}

/** Makes everything beside the panel inert. Returns the function that undoes it. */
function cover(panel: Element): () => void {
  const hidden = besideOf(panel).filter((element) => !element.inert);
  for (const element of hidden) element.inert = true;
  return () => {
    for (const element of hidden) element.inert = false;
  };
}

/**
 * While the panel covers the page, nothing beside it can be reached. Calls `onLeave` when one of the panel's links is followed,
 * which may lead to a part of this very page. The window may be resized meanwhile.
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
