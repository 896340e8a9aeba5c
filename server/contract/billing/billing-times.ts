/** How often the app polls the subscription, in milliseconds (BILL-3). */
export const SUBSCRIPTION_POLL_MS = 60_000;
/** How long the last known state is trusted while polling fails, in milliseconds (BILL-4). */
export const SUBSCRIPTION_TRUST_MS = 10 * 60_000;

/** How many days a plan stays active after a failed payment (BILL-9). */
export const GRACE_DAYS = 7;
/** How many days after the first payment a refund can be requested, once (BILL-8). */
export const GUARANTEE_DAYS = 30;
