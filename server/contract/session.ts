/** Session lifetimes. The cookie renews while it is used, up to the absolute cap. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_ABSOLUTE_DAYS = 60;
/** A session with less than this left counts as expired (spec §4, §9). */
export const SESSION_MARGIN_MS = 90_000;
