/** Who is on the other end of a request: for limits, for the list of sessions and for the security log. */
export type Client = { address: string; userAgent: string };
/**
 * A client that sends a code, with its cookie of accounts that have passed the second factor there. Scripts have no
 * cookie.
 */
export type CodeClient = Client & { factorDevices?: string | undefined };
/** A browser that may be signing in, with what its cookies say: the session it has now, and who has signed in there before. */
export type BrowserClient = CodeClient & { sessionId: string | null; devices: string | undefined };

const USER_AGENT_MAX = 400;

/** The client's name for itself, without characters that a table can't hold, cut to a reasonable length. */
export function cleanUserAgent(header: string | undefined): string {
  return (header ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, USER_AGENT_MAX);
}
