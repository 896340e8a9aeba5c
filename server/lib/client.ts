/** Who is on the other end of a request: for limits, for the list of sessions and for the security log. */
export type Client = { address: string; userAgent: string };

const USER_AGENT_MAX = 400;

/** What a client calls itself, without characters that no table holds, and never longer than it needs to be. */
export function cleanUserAgent(header: string | undefined): string {
  return (header ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, USER_AGENT_MAX);
}
