const MENU = 'details[data-menu]';

/** Closes a disclosure that is a menu on Escape, when one of its links is followed, and at a press elsewhere. */
export function closeMenus(page: Document): void {
  const openMenus = () => page.querySelectorAll<HTMLDetailsElement>(`${MENU}[open]`);

  page.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  page.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const menu of openMenus()) {
      if (!target.closest('a') && menu.contains(target)) continue;
      // Where its link opens a dialog, the focus comes back to something that can be seen.
      if (menu.contains(page.activeElement)) menu.querySelector('summary')?.focus({ preventScroll: true });
      menu.open = false;
    }
  });
}
