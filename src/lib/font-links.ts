import display from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url';
import displayItalic from '@fontsource-variable/besley/files/besley-latin-wght-italic.woff2?url';
import text from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

const preload = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const; // reason: the router's types want the literals, not any string

/** The fonts that every page shows right away: preloaded with the page, before its styles have been read. */
export const FONT_LINKS = [preload(text), preload(display)];
/** The slanted display font of the landing page's headline. */
export const ITALIC_FONT_LINK = preload(displayItalic);
