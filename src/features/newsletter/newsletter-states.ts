/** The outcomes that `/newsletter` can show; in its URL as `state`. */
export const NEWSLETTER_STATES = [
  'sent',
  'confirmed',
  'unsubscribed',
  'NEWSLETTER_LINK_INVALID',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
] as const;
export type NewsletterState = (typeof NEWSLETTER_STATES)[number];

export const isNewsletterState = (value: unknown): value is NewsletterState =>
  NEWSLETTER_STATES.some((state) => state === value);
