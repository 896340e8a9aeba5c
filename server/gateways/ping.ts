/** Makes the cheapest possible request to an outside service. Resolves on a good answer and rejects within the time limit if there is none. */
export type Ping = () => Promise<unknown>;

/** Every ping times out after this, in milliseconds. */
export const PING_LIMIT_MS = 5_000;
