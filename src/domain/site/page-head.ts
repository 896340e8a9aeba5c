import { SITE_PICTURE, SOCIAL_PICTURE_SIZE, type SocialPicture } from '#contract/site/social-picture.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { canonicalUrl, type Site } from './site.ts';

/** `Privacy · Tenfold`, or the tagline if a page has no name of its own. */
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

type Preview = { path: string; type?: 'website' | 'article'; picture?: SocialPicture };

/** The link preview that other services show for a page. The root sets it for every page; an article overrides it. */
export function previewMeta(site: Site, { path, type = 'website', picture = SITE_PICTURE }: Preview) {
  return [
    { property: 'og:type', content: type },
    { property: 'og:url', content: canonicalUrl(site, path) },
    { property: 'og:image', content: canonicalUrl(site, picture.path) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(SOCIAL_PICTURE_SIZE.width) },
    { property: 'og:image:height', content: String(SOCIAL_PICTURE_SIZE.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The title of a personal page, hidden from search engines. */
export function privateHead(name: string) {
  return { meta: [{ title: pageTitle(name) }, { name: 'robots', content: 'noindex' }] };
}
