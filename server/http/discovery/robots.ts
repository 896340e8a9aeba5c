import { UNCRAWLED_PATHS } from '#contract/site/public-pages.ts';

/** `/robots.txt`. Source: RFC 9309. */
export function robots(publicUrl: string): string {
  const disallowed = UNCRAWLED_PATHS.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', 'Allow: /', ...disallowed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
