/** Times of the newsletter that screens, mails and legal pages speak of. It stands alone, so that they need no schema library. */

/** How long the link that confirms a subscription works, at least. */
export const NEWSLETTER_LINK_DAYS = 7;
/** An address that nobody confirmed is forgotten after this. */
export const NEWSLETTER_UNCONFIRMED_DAYS = 30;
/** "One useful letter a month": never two letters closer together than this. */
export const NEWSLETTER_PAUSE_DAYS = 25;
/** How often in one day (UTC) one address is sent the mail that asks. */
export const NEWSLETTER_MAILS_PER_DAY = 3;
