import { useEffect, type RefObject } from 'react';

/** Below this width the panel covers the whole page (VISUAL §11). */
const SHEET = '(max-width: 768px)';

/** While the panel covers the page, nothing of the page beside it can be reached. */
export function useSheet(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !window.matchMedia(SHEET).matches) return;
    const beside = [...(panel.current?.parentElement?.children ?? [])].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element !== panel.current && !element.inert,
    );
    for (const element of beside) element.inert = true;
    return () => {
      for (const element of beside) element.inert = false;
    };
  }, [panel, isOpen]);
}
