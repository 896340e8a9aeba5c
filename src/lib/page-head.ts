import { PRODUCT_NAME } from '#contract/texts.ts';

/** `Privacy · Tenfold`, or the product's line where a page has no name of its own. */
export function pageTitle(name?: string): string {
  return name === undefined ? `${PRODUCT_NAME} · Ten teammates, ten times the reach` : `${name} · ${PRODUCT_NAME}`;
}

/** Title and description of a page that search engines may list. */
export function publicHead(name: string | undefined, description: string) {
  const title = pageTitle(name);
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
    ],
  };
}

/** Title of a page that is a person's own: not for search engines. */
export function privateHead(name: string) {
  return { meta: [{ title: pageTitle(name) }, { name: 'robots', content: 'noindex' }] };
}
