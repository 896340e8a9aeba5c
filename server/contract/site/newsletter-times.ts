/**
 * Times of the newsletter that screens, emails and legal pages mention. In a file of its own, so that they don't load the schema
 * library.
 */

/** The minimum lifetime of the link that confirms a subscription. */
export const NEWSLETTER_LINK_DAYS = 7;
/** Unconfirmed addresses are deleted after this long. */
export const NEWSLETTER_UNCONFIRMED_DAYS = 30;
/** "One useful letter a month": two issues are never closer together than this. */
export const NEWSLETTER_PAUSE_DAYS = 25;
/** How many confirmation emails one address gets in a day (UTC). */
export const NEWSLETTER_EMAILS_PER_DAY = 3;
