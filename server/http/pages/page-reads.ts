import type { Container } from '#server/container.ts';
import type { VisitorState } from './visitor-of.ts';

/**
 * The data that loaders of server-rendered pages read (`PageReads` in the browser's code). A loader's error is sent to the browser with the
 * page, so the details go to the log instead.
 */
export function createPageReads({ services, log, trouble }: Pick<Container, 'services' | 'log' | 'trouble'>) {
  const logged = async <Data>(what: string, read: () => Data | Promise<Data>): Promise<Data> => {
    try {
      return await read();
    } catch (error) {
      if (!trouble.note(error, { what }))
        log.error({ event: 'page data failed', what, err: error }, 'page data failed');
      // oxlint-disable-next-line eslint/preserve-caught-error -- reason: the log has the cause, and this error goes to the browser
      throw new Error('page data failed');
    }
  };
  async function checkoutStart({ userId, email }: NonNullable<VisitorState['person']>) {
    const [terms, profile] = await Promise.all([services.billing.terms(userId), services.profile.get(userId, email)]);
    const { businessSize, revenueRange } = profile;
    return { terms, profile: { businessSize, revenueRange } };
  }
  return ({ visitor, signInStage, person }: Omit<VisitorState, 'renewedCookie'>) => ({
    visitor: () => Promise.resolve(visitor),
    signInStage: () => Promise.resolve(signInStage),
    // Null on a failure: the page then asks through the API, which reports it.
    checkoutStart: () => (person === null ? Promise.resolve(null) : checkoutStart(person).catch(() => null)),
    articles: () => logged('articles', services.blog.list),
    article: (slug: string) => logged('article', () => services.blog.article(slug)),
    status: () => logged('status', services.status.get),
  });
}
export type PageReads = ReturnType<ReturnType<typeof createPageReads>>;
