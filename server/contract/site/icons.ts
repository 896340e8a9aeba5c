/** The icons that the build draws (`scripts/pictures`), each at the root of the site. */
export const ICON_FILES = [
  'favicon.ico',
  'icon.svg',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
] as const;
export type IconFile = (typeof ICON_FILES)[number];

/** `--surface-page` from tokens.css, for what is drawn before any style loads: the browser's bars and the splash screen. */
export const PAGE_COLOR = { light: '#F6F2E9', dark: '#121613' } as const;
