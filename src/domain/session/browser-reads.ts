import { loadApi } from '#src/api/lazy/lazy-api.ts';
import type { PageReads } from '#src/domain/site/page-reads.ts';

/** The reads for client-side navigation. */
export const browserReads: PageReads = {
  visitor: async () => {
    const { readSession } = await import('./session.ts');
    const session = await readSession();
    if (session === null) return 'guest';
    if (session.needsSecondFactor) return 'member';
    const { access } = await (await loadApi()).profile.get.query();
    if (access.isInTrial) return 'trial';
    return access.status === 'ended' ? 'returning' : 'member';
  },
  signInStage: async () => (await import('./session.ts')).readSignInStage(),
  checkoutStart: () => Promise.resolve(null),
  articles: async () => (await loadApi()).blog.list.query(),
  article: async (slug) => (await loadApi()).blog.article.query({ slug }),
  status: async () => (await loadApi()).status.get.query(),
};
