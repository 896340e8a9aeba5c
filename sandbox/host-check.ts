import type { MiddlewareHandler } from 'hono';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The name in a Host header, without the port. */
export const hostName = (header = ''): string => header.toLowerCase().replace(/:\d+$/, '');

/**
 * Refuses requests for hosts other than this machine's names and those of `urls`. The sandbox has no sign-in, so a page
 * that points its own name at 127.0.0.1 (DNS rebinding) could otherwise read the inbox: to the browser, both are the
 * same origin.
 */
export function hostCheck(urls: () => readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const hosts = [...new Set([...LOOPBACK_HOSTS, ...urls().map((url) => new URL(url).hostname)])];
    if (hosts.includes(hostName(c.req.header('host')))) return next();
    const listed = `${hosts.slice(0, -1).join(', ')} and ${hosts.at(-1) ?? ''}`;
    return c.text(`The sandbox only answers at ${listed}.\n`, 421);
  };
}
