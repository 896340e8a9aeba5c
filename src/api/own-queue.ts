/** In a call's context: the caller has its own queue and does not wait for the session. */
export const HAS_OWN_QUEUE = { hasOwnQueue: true };
