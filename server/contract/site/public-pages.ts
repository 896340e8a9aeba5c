/** How often a page is likely to change, in the terms of sitemaps.org. */
type Change = 'daily' | 'weekly' | 'monthly' | 'yearly';
export type PublicPage = { path: string; name: string; priority: number; changes: Change };

/** The pages listed for search engines, besides the articles (SITE-5). Tests compare the list with the routes. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', name: 'Home', priority: 1, changes: 'daily' },
  { path: '/blog', name: 'Blog', priority: 0.8, changes: 'weekly' },
  { path: '/dashboard', name: 'Dashboard', priority: 0.7, changes: 'weekly' },
  { path: '/auth', name: 'Sign in', priority: 0.6, changes: 'monthly' },
  { path: '/privacy', name: 'Privacy', priority: 0.3, changes: 'yearly' },
  { path: '/terms', name: 'Terms', priority: 0.3, changes: 'yearly' },
  { path: '/security', name: 'Security', priority: 0.3, changes: 'yearly' },
  { path: '/contact', name: 'Contact', priority: 0.3, changes: 'yearly' },
  { path: '/status', name: 'Status', priority: 0.3, changes: 'yearly' },
];
/** The sitemap values of every article (SITE-5). */
export const ARTICLE_PAGES: Omit<PublicPage, 'path' | 'name'> = { priority: 0.7, changes: 'monthly' };
export const articlePath = (slug: string): string => `/blog/${slug}`;

/** The blog's feeds. */
export const FEED_PATHS = { rss: '/blog/feed.xml', json: '/blog/feed.json' } as const;

/** Path prefixes that crawlers should stay out of. */
export const UNCRAWLED_PATHS = ['/trpc', '/auth/v1', '/auth/callback', '/account', '/newsletter'] as const;
