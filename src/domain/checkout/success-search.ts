/** Stripe's ids of checkouts: a prefix, then letters, digits and underscores. The server's schema holds the same. */
const CHECKOUT_SESSION_ID = /^cs_[A-Za-z0-9_]{6,200}$/;

export type SuccessSearch = { session_id?: string };

/** Reads the query of /success. What is no id of a checkout is left out. */
export function parseSuccessSearch(search: Record<string, unknown>): SuccessSearch {
  const id = search['session_id'];
  return { session_id: typeof id === 'string' && CHECKOUT_SESSION_ID.test(id) ? id : undefined };
}
