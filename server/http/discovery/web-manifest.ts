import { PAGE_COLOR, type IconFile } from '#contract/site/icons.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';

const icon = (file: IconFile, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** `/manifest.webmanifest`: the product's name and looks as an installed app. Source: W3C, Web Application Manifest. */
export function webManifest() {
  return {
    id: '/',
    name: `${PRODUCT_NAME}: ten AI teammates`,
    short_name: PRODUCT_NAME,
    description: 'Ten AI teammates for small businesses.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: PAGE_COLOR.light,
    theme_color: PAGE_COLOR.light,
    categories: ['business', 'productivity'],
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  };
}
