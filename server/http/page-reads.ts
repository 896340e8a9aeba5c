import type { Services } from '#server/services.ts';
import type { Visitor } from './visitor-of.ts';

/** What loaders of public pages read (`PageReads` in the browser's code). Each calls one service. */
export function createPageReads(services: Services) {
  return (visitor: Visitor) => ({
    visitor: () => Promise.resolve(visitor),
    articles: () => Promise.resolve(services.blog.list()),
    article: (slug: string) => Promise.resolve(services.blog.article(slug)),
    status: services.status.get,
  });
}
export type PageReads = ReturnType<ReturnType<typeof createPageReads>>;
