import { loadApi } from '#src/api/lazy/lazy-api.ts';
import type { PageReads } from '#src/domain/site/page-reads.ts';

/** Reads for pages that are opened without loading a document. */
export const browserReads: PageReads = {
  visitor: async () => {
    const { readSession } = await import('./session.ts');
    const session = await readSession();
    if (session === null) return 'guest';
    if (session.needsSecondFactor) return 'member';
    const { access } = await (await loadApi()).profile.get.query();
    return access.isInTrial ? 'trial' : 'member';
  },
  entrance: async () => (await import('./session.ts')).whoEnters(),
  articles: async () => (await loadApi()).blog.list.query(),
  article: async (slug) => (await loadApi()).blog.article.query({ slug }),
  status: async () => (await loadApi()).status.get.query(),
};
