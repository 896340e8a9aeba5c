/**
 * Times and limits of an account that screens, emails and legal pages mention. In a file of its own, so that they don't load the
 * schema library.
 */

/** How long a link in an email works. */
export const CONFIRMATION_HOURS = 24;
export const PASSWORD_RESET_MINUTES = 60;
export const EMAIL_CHANGE_HOURS = 24;

/** How long an account scheduled for deletion is kept, so that its owner can change their mind. */
export const DELETION_GRACE_DAYS = 14;
/** An account whose email address was never confirmed is removed after this long. */
export const UNCONFIRMED_DAYS = 30;
/** How far back the security log goes. */
export const SECURITY_EVENT_DAYS = 400;
/** How often people may download their data. */
export const EXPORTS_PER_DAY = 10;
