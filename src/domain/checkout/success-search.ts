/** Stripe's checkout ids: a prefix, then letters, digits and underscores. The server's schema has the same pattern. */
const CHECKOUT_SESSION_ID = /^cs_[A-Za-z0-9_]{6,200}$/;

export type SuccessSearch = { session_id?: string };

/** Reads the query of /success. Anything that isn't a checkout id is dropped. */
export function parseSuccessSearch(search: Record<string, unknown>): SuccessSearch {
  const id = search['session_id'];
  return { session_id: typeof id === 'string' && CHECKOUT_SESSION_ID.test(id) ? id : undefined };
}
