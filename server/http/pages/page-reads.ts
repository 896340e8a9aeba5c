import type { Services } from '#server/services.ts';
import type { VisitorReading } from './visitor-of.ts';

/** What loaders of public pages read (`PageReads` in the browser's code). Each calls one service. */
export function createPageReads(services: Services) {
  return ({ visitor, entrance }: Pick<VisitorReading, 'visitor' | 'entrance'>) => ({
    visitor: () => Promise.resolve(visitor),
    entrance: () => Promise.resolve(entrance),
    articles: () => Promise.resolve(services.blog.list()),
    article: (slug: string) => Promise.resolve(services.blog.article(slug)),
    status: services.status.get,
  });
}
export type PageReads = ReturnType<ReturnType<typeof createPageReads>>;
