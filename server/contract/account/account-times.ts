/** Times and limits of an account that screens, mails and legal pages speak of. It stands alone, so that they need no schema library. */

/** How long a link in a mail works. */
export const CONFIRMATION_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 60;
export const EMAIL_CHANGE_HOURS = 24;

/** An account that is to be deleted stays this long, so that its owner can change their mind. */
export const DELETION_GRACE_DAYS = 14;
/** An account whose address nobody ever confirmed is removed after this. */
export const UNCONFIRMED_DAYS = 30;
/** How long the security log remembers. */
export const SECURITY_EVENT_DAYS = 400;
/** How often one's data may be downloaded. */
export const EXPORTS_PER_DAY = 10;
