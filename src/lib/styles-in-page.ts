/**
 * Tells Vite's loader of the styles that stand in the page already, so that a late part does not bring them again, in another
 * order. Nothing is fetched for a disabled link, and the loader takes it for done.
 */
export function announceStyles(page: Document): void {
  const addresses = page.querySelector<HTMLScriptElement>('script[data-styles]')?.dataset['styles'];
  for (const href of addresses?.split(' ') ?? [])
    page.head.append(Object.assign(page.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}
