/** Each style that the server wrote into the page says where it is from. */
const SOURCE = /\/\*(\/assets\/[\w.-]+\.css)\*\//g;

/**
 * Tells Vite's loader of the styles that stand in the page already, so that a late part does not bring them again, in another
 * order. Nothing is fetched for a disabled link, and the loader takes it for done.
 */
export function announceStyles(page: Document): void {
  const styles = page.querySelector('style[data-tsr-inline-css]')?.textContent ?? '';
  for (const [, href] of styles.matchAll(SOURCE))
    page.head.append(Object.assign(page.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}
