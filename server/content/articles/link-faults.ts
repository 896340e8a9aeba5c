import { PUBLIC_PAGES } from '#contract/site/public-pages.ts';
import type { ParsedArticle } from './article.ts';

/** The parts of the landing page that have an address (spec §2). */
const LANDING_ANCHORS = ['features', 'how-it-works', 'pricing', 'ai-team', 'contact', 'about', 'faq'];
const PATHS = new Set(PUBLIC_PAGES.map(({ path }) => path));

function faultOf(href: string, articles: ParsedArticle[]): string | null {
  if (href.startsWith('https://')) return URL.canParse(href) ? null : 'is no address';
  const own = /^(?<path>\/[^?#]*)(?:#(?<anchor>.+))?$/.exec(href)?.groups;
  if (own?.['path'] === undefined || own['path'].startsWith('//')) return 'must begin with / or https://';
  const { path, anchor } = own;
  const target = articles.find(({ article }) => path === `/blog/${article.slug}`);
  if (!target && !PATHS.has(path)) return 'leads to no page of this site';
  const anchors = target?.anchors ?? (path === '/' ? LANDING_ANCHORS : []);
  return anchor === undefined || anchors.includes(anchor) ? null : `leads to no part of ${path}`;
}

/** Links between the articles, and from them to other pages, that lead nowhere. */
export function linkFaults(articles: ParsedArticle[]): string[] {
  return articles.flatMap(({ article, links }) =>
    links.flatMap((href) => {
      const fault = faultOf(href, articles);
      return fault === null ? [] : [`${article.slug}.md: the link to ${href} ${fault}`];
    }),
  );
}
