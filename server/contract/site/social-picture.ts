import { PRODUCT_NAME } from '../texts.ts';

/** Raise this when `scripts/pictures` draws differently: services cache a picture for as long as its URL stays the same. */
const DRAWING = 1;

export const SOCIAL_PICTURE_SIZE = { width: 1200, height: 630 };
/** The preview image for links to a page. The build draws it (`scripts/pictures`). */
export type SocialPicture = { path: string; alt: string };

/** FNV-1a. Fingerprints what is drawn, so that a new title gets a new URL. */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

const pathOf = (name: string, drawn: string[]) => `/assets/social/${name}-${mark([DRAWING, ...drawn].join('\n'))}.png`;

/** The tagline as drawn: broken after its first part, the second part in italics. */
export const SITE_LINE_PARTS = { before: 'Ten teammates,', stressed: 'ten times', after: ' the reach.' };
const SITE_LINE = `${SITE_LINE_PARTS.before} ${SITE_LINE_PARTS.stressed}${SITE_LINE_PARTS.after}`;

/** The picture of every page that has none of its own. */
export const SITE_PICTURE: SocialPicture = {
  path: pathOf('site', [PRODUCT_NAME, SITE_LINE]),
  alt: `${PRODUCT_NAME}. ${SITE_LINE} Ten paper faces in a row.`,
};

type Signed = { slug: string; title: string; author: { id: string; name: string; role: string } };

/** An article's picture: its title, and its author's face, name and role. */
export function articlePicture({ slug, title, author }: Signed): SocialPicture {
  return {
    path: pathOf(slug, [title, author.id, author.name, author.role]),
    alt: `${title}. By ${author.name}, ${author.role}, ${PRODUCT_NAME}.`,
  };
}
