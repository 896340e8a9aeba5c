import { useEffect, useState } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { isSidebarOpen, sidebarCookie } from './sidebar-state.ts';

/** The same width as in the style sheets: below it the sidebar is a sheet. */
const MOBILE = '(max-width: 768px)';

/** The state of the sidebar: open or an icon rail on a desktop, a sheet on a phone. Ctrl or Cmd + B toggles it. */
export function useSidebar() {
  const [isOpen, setIsOpen] = useState(() => isSidebarOpen(document.cookie));
  const [isSheetOpen, setIsSheetOpen] = useState(false);

  const toggle = () => {
    if (window.matchMedia(MOBILE).matches) return setIsSheetOpen(!isSheetOpen);
    document.cookie = sidebarCookie(!isOpen, window.location.protocol === 'https:');
    setIsOpen(!isOpen);
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        pressedKey(event).toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      toggle();
    };
    // The sheet closes when the window grows.
    const query = window.matchMedia(MOBILE);
    const onWidth = () => setIsSheetOpen(false);
    window.addEventListener('keydown', onKeyDown);
    query.addEventListener('change', onWidth);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      query.removeEventListener('change', onWidth);
    };
  });

  return {
    isOpen,
    isSheetOpen,
    toggle,
    openSheet: () => setIsSheetOpen(true),
    closeSheet: () => setIsSheetOpen(false),
  };
}
