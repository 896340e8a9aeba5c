/** Minimum scores, out of 100; `performance` only where it is not 98. */
export const PAGES = [
  { name: '/', path: '/', performance: 100, isLean: true },
  { name: '/blog', path: '/blog', performance: 100, isLean: true },
  { name: 'an article', path: null, performance: 100, isLean: true },
  { name: '/auth', path: '/auth', performance: 98 },
  { name: '/checkout', path: '/checkout?plan=pro&billing=monthly', performance: 98, isSignedIn: true },
];

export const TIMES = 5;
/** How much later the largest part of the landing page may be painted than without JavaScript. */
export const LCP_RATIO = 1.25;
export const TBT_MS = 50;
/** Limits of a lean page: kilobytes of HTML and styles, and requests before the first paint. */
export const DOCUMENT_KB = 40;
export const REQUESTS_TO_PAINT = 8;
