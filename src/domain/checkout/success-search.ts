import { EMAIL_MAX } from '#contract/account/email-address.ts';
import { searchText } from '#src/lib/text/search-text.ts';

/** Stripe's checkout ids: a prefix, then letters, digits and underscores. The server's schema has the same pattern. */
const CHECKOUT_SESSION_ID = /^cs_[A-Za-z0-9_]{6,200}$/;
/**
 * What the link in an email about a guest's purchase names: the purchase, and how often its address had been corrected.
 */
const PURCHASE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d)$/;

export type SuccessSearch = { session_id?: string; purchase?: string; tab?: 'signin' | 'signup'; email?: string };

/** Reads the query of /success. Anything that isn't a checkout id, or a link to a guest's purchase, is dropped. */
export function parseSuccessSearch(search: Record<string, unknown>): SuccessSearch {
  const { session_id: id, purchase, tab, email } = search;
  return {
    session_id: typeof id === 'string' && CHECKOUT_SESSION_ID.test(id) ? id : undefined,
    purchase: typeof purchase === 'string' && PURCHASE.test(purchase) ? purchase : undefined,
    tab: tab === 'signin' || tab === 'signup' ? tab : undefined,
    email: searchText(email, EMAIL_MAX),
  };
}

/** The parts of a link to a guest's purchase. */
export function readPurchaseLink(purchase: string): { purchaseId: string; corrections: number } | undefined {
  const [, purchaseId, corrections] = PURCHASE.exec(purchase) ?? [];
  return purchaseId === undefined ? undefined : { purchaseId, corrections: Number(corrections) };
}
