/** In a call's context: it has a queue of its own and does not wait for the session. */
export const HAS_OWN_QUEUE = { hasOwnQueue: true };
