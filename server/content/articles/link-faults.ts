import { PUBLIC_PAGES } from '#contract/site/public-pages.ts';
import type { ParsedArticle } from './article.ts';

/** The sections of the landing page that have an anchor (SITE-1). */
const LANDING_ANCHORS = ['features', 'how-it-works', 'pricing', 'ai-team', 'contact', 'about', 'faq'];
const PATHS = new Set(PUBLIC_PAGES.map(({ path }) => path));

function faultOf(href: string, articles: ParsedArticle[]): string | null {
  if (href.startsWith('https://')) return URL.canParse(href) ? null : "isn't a valid address";
  const own = /^(?<path>\/[^?#]*)(?:#(?<anchor>.+))?$/.exec(href)?.groups;
  if (own?.['path'] === undefined || own['path'].startsWith('//')) return 'must start with / or https://';
  const { path, anchor } = own;
  const target = articles.find(({ article }) => path === `/blog/${article.slug}`);
  if (!target && !PATHS.has(path)) return "doesn't match any page on this site";
  const anchors = target?.anchors ?? (path === '/' ? LANDING_ANCHORS : []);
  return anchor === undefined || anchors.includes(anchor) ? null : `doesn't match any section of ${path}`;
}

/** Broken links between articles, and from articles to other pages. */
export function linkFaults(articles: ParsedArticle[]): string[] {
  return articles.flatMap(({ article, links }) =>
    links.flatMap((href) => {
      const fault = faultOf(href, articles);
      return fault === null ? [] : [`${article.slug}.md: the link to ${href} ${fault}`];
    }),
  );
}
