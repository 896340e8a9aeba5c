const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const ADDRESS_MAX = 2_000;

/**
 * The address where a client of `/auth/v1` may get its answer, or null if it isn't allowed. It must be on this site, or on the person's own
 * machine at any port, where a script listens for the answer (RFC 8252, section 7.3). A client that names none is answered on this site.
 */
export function clientRedirect(redirectTo: string | undefined, publicUrl: string): string | null {
  if (!redirectTo) return publicUrl;
  if (redirectTo.length > ADDRESS_MAX || !URL.canParse(redirectTo)) return null;
  const url = new URL(redirectTo);
  const isOurs = url.origin === new URL(publicUrl).origin;
  const isLoopback = /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname);
  if (!isOurs && !isLoopback) return null;
  // RFC 6749, section 3.1.2: no fragment.
  return url.username === '' && url.password === '' && url.hash === '' && url.href.length <= ADDRESS_MAX
    ? url.href
    : null;
}
