/** How often a page is likely to be another one, in the words of sitemaps.org. */
type Change = 'daily' | 'weekly' | 'monthly' | 'yearly';
export type PublicPage = { path: string; name: string; priority: number; changes: Change };

/** The pages that search engines are told of (spec §9), besides the articles. Tests compare the list with the routes. */
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
/** What holds for each article (spec §9). */
export const ARTICLE_PAGES: Omit<PublicPage, 'path' | 'name'> = { priority: 0.7, changes: 'monthly' };
export const articlePath = (slug: string): string => `/blog/${slug}`;

/** The blog for readers of feeds. */
export const FEED_PATHS = { rss: '/blog/feed.xml', json: '/blog/feed.json' } as const;

/** What no crawler has any business with: everything that begins so. */
export const UNCRAWLED_PATHS = ['/trpc', '/auth/v1', '/auth/callback', '/account', '/newsletter'] as const;
