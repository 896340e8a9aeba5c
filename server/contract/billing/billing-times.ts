/** How often the app asks how the subscription stands, in milliseconds (spec §9). */
export const SUBSCRIPTION_POLL_MS = 60_000;
/** How long the last known state holds while that fails, in milliseconds (DECISIONS "Trial and subscription"). */
export const SUBSCRIPTION_KEPT_MS = 10 * 60_000;

/** Days after a failed payment in which the plan is kept (issue "Billing"). */
export const GRACE_DAYS = 7;
/** Days from the first payment in which it can be asked back, once (spec §1 "30-day money-back guarantee"). */
export const GUARANTEE_DAYS = 30;
