import { UNKNOWN_SITE } from '#src/domain/site/unknown-site.ts';
import { createAppRouter } from './router.tsx';

const unread = () => Promise.reject(new Error('this router only matches paths'));
const reads = { visitor: unread, entrance: unread, articles: unread, article: unread, status: unread };
const router = createAppRouter({ context: { site: UNKNOWN_SITE, theme: undefined, reads } });

/**
 * Whether a query changes the page at this path: one of its parameters is known to the routes there and has a value that
 * they can use. `validateSearch` is the only place that says so; `utm_source` and the like are read by no route.
 */
export function readsQuery(path: string, query: string): boolean {
  const search = router.options.parseSearch(query);
  const [routes] = router.getMatchedRoutes(path);
  return routes.some(({ options: { validateSearch } }) => {
    if (validateSearch === undefined) return false;
    // A schema object would have to be asked in another way. None of our routes has one.
    if (typeof validateSearch !== 'function') return true;
    const [read, unasked] = [validateSearch(search), validateSearch({})];
    return Object.keys(read).some((name) => read[name] !== unasked[name]);
  });
}
