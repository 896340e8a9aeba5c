import type { ArticleCard, ArticlePageContent } from '#contract/site/blog.ts';
import type { StatusReport } from '#contract/site/status.ts';
import type { CheckoutStart } from '#src/domain/checkout/checkout-terms.ts';
import type { Visitor } from './visitor.ts';

/**
 * What guards and loaders of server-rendered pages read: on the server straight from the services, in the browser through the
 * API.
 */
export type PageReads = {
  visitor: () => Promise<Visitor>;
  /** Whether the signed-in area is open to them. */
  signInStage: () => Promise<'signed-out' | 'second-factor-pending' | 'signed-in'>;
  /** Sent with the page, so that it needs no call. Null if the read failed, and in the browser, where the page renders first and then asks. */
  checkoutStart: () => Promise<CheckoutStart | null>;
  /** Newest first. */
  articles: () => Promise<ArticleCard[]>;
  /** Null if there is no such article. */
  article: (slug: string) => Promise<ArticlePageContent | null>;
  status: () => Promise<StatusReport>;
};
