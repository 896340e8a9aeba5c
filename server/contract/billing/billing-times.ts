/** How often the app polls the subscription, in milliseconds (BILL-3). */
export const SUBSCRIPTION_POLL_MS = 60_000;
/** How long the last known state is trusted while polling fails, in milliseconds (BILL-4). */
export const SUBSCRIPTION_TRUST_MS = 10 * 60_000;

/** How many days a plan stays active after a failed payment (BILL-9). */
export const GRACE_DAYS = 7;
/** How many days after the first payment a refund can be requested, once (BILL-8). */
export const GUARANTEE_DAYS = 30;

/** A purchase as a guest that nobody has confirmed is ended and refunded after this many days (CHECKOUT-16). */
export const GUEST_PURCHASE_DAYS = 14;
/** How many days after the purchase each reminder is sent. */
export const GUEST_REMINDER_DAYS = [3, 10] as const;
/** How often the browser that paid may correct the address (CHECKOUT-14). */
export const GUEST_CORRECTIONS_MAX = 3;
/** How long that browser is recognized, in days: longer than a purchase waits. */
export const PAYER_COOKIE_DAYS = 30;
