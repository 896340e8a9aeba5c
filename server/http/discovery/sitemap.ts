import { ARTICLE_PAGES, articlePath, PUBLIC_PAGES, type PublicPage } from '#contract/site/public-pages.ts';
import type { ArticleEntry } from './article-entry.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>'"]/g, (letter) => ENTITIES[letter] ?? letter);

type Entry = Omit<PublicPage, 'name'> & { changedAt?: string };

function element(publicUrl: string, { path, priority, changes, changedAt }: Entry): string {
  const lines = [
    `    <loc>${escape(new URL(path, publicUrl).href)}</loc>`,
    ...(changedAt ? [`    <lastmod>${escape(changedAt.slice(0, 10))}</lastmod>`] : []),
    `    <changefreq>${changes}</changefreq>`,
    `    <priority>${priority.toFixed(1)}</priority>`,
  ];
  return `  <url>\n${lines.join('\n')}\n  </url>`;
}

/** `/sitemap.xml`. Source: sitemaps.org. */
export function sitemap(publicUrl: string, articles: ArticleEntry[]): string {
  const entries: Entry[] = [
    ...PUBLIC_PAGES,
    ...articles.map(({ slug, publishedAt }) => ({ ...ARTICLE_PAGES, path: articlePath(slug), changedAt: publishedAt })),
  ];
  // The most important pages come first, for people who read it.
  const sorted = entries.toSorted((a, b) => b.priority - a.priority);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sorted.map((entry) => element(publicUrl, entry)).join('\n')}
</urlset>
`;
}
