/** Asks an outside system the cheapest thing there is. Resolves when it answers as it should, rejects within the limit otherwise. */
export type Ping = () => Promise<unknown>;

/** No ping takes longer, in milliseconds. */
export const PING_LIMIT_MS = 5_000;
