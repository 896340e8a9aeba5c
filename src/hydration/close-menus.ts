const MENU = 'details[data-menu]';

/** Closes a disclosure that serves as a menu: on Escape, when one of its links is followed, and on a press elsewhere. */
export function closeMenus(page: Document): void {
  const openMenus = () => page.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`);

  page.addEventListener('keydown', ({ key, isComposing, keyCode }) => {
    // The same check as `pressedKey`, which this inline script can't import.
    if (key !== 'Escape' || isComposing || keyCode === 229) return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  page.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const menu of openMenus()) {
      if (!target.closest('a') && menu.contains(target)) continue;
      // If the link opens a dialog, focus returns to something visible.
      if (menu.contains(page.activeElement)) menu.querySelector('summary')?.focus({ preventScroll: true });
      menu.open = false;
    }
  });
}
