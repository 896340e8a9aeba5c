/** The blog (BLOG-1 to BLOG-3). */
export const BLOG_TEXTS = {
  searchPlaceholder: 'Search articles...',
  all: 'All Articles',
  featured: 'Featured Articles',
  none: 'No articles found',
  more: (count: number) => `+${count} more`,
} as const;
