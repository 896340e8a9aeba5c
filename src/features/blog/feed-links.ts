import { FEED_PATHS } from '#contract/site/public-pages.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';

/** The links that feed readers discover, for the head of a page. */
export const FEED_LINKS = [
  { rel: 'alternate', type: 'application/rss+xml', title: `${PRODUCT_NAME} Blog`, href: FEED_PATHS.rss },
  { rel: 'alternate', type: 'application/feed+json', title: `${PRODUCT_NAME} Blog`, href: FEED_PATHS.json },
];
