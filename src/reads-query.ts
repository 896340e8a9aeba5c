import { UNKNOWN_SITE } from '#src/domain/site/unknown-site.ts';
import { createAppRouter } from './router.tsx';

const unread = () => Promise.reject(new Error('this router only matches paths'));
const reads = {
  visitor: unread,
  signInStage: unread,
  checkoutStart: unread,
  articles: unread,
  article: unread,
  status: unread,
};
const router = createAppRouter({ context: { site: UNKNOWN_SITE, theme: undefined, reads } });

/**
 * Whether a query changes the page at this path: a route there knows one of its parameters and accepts its value. Only
 * `validateSearch` defines that; no route reads `utm_source` and other tracking parameters.
 */
export function readsQuery(path: string, query: string): boolean {
  const search = router.options.parseSearch(query);
  const [routes] = router.getMatchedRoutes(path);
  return routes.some(({ options: { validateSearch } }) => {
    if (validateSearch === undefined) return false;
    // A schema object would need a different call. None of our routes uses one.
    if (typeof validateSearch !== 'function') return true;
    const [read, unasked] = [validateSearch(search), validateSearch({})];
    return Object.keys(read).some((name) => read[name] !== unasked[name]);
  });
}
