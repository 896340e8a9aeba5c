/** Each style that the server inlined says which file it came from. */
const SOURCE = /\/\*(\/assets\/[\w.-]+\.css)\*\//g;

/**
 * Tells Vite's loader about the styles already in the page, so that a lazily loaded part doesn't load them again in a different
 * order. The browser downloads nothing for a disabled link, and the loader treats it as done.
 */
export function announceStyles(page: Document): void {
  const styles = page.querySelector('style[data-tsr-inline-css]')?.textContent ?? '';
  for (const [, href] of styles.matchAll(SOURCE))
    page.head.append(Object.assign(page.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}
