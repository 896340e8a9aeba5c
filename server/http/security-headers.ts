import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

export type SecurityVariables = { nonce: string };
type Options = {
  isHttps: boolean;
  /** Vite's development client adds style elements and opens a socket. */
  isDev?: boolean;
};

const YEAR_S = 31_536_000;

/** Every source of anything on a page. Scripts run by nonce only; nothing is inline without one. */
export function contentSecurityPolicy(nonce: string, { isHttps, isDev = false }: Options): string {
  const rules = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    `style-src 'self'${isDev ? " 'unsafe-inline'" : ''}`,
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  return rules.join('; ');
}

/** Security headers on every answer, and a fresh `nonce` in the context for the page that is drawn. */
export function securityHeaders(options: Options) {
  return createMiddleware<{ Variables: SecurityVariables }>(async (c, next) => {
    const nonce = randomBytes(16).toString('base64');
    c.set('nonce', nonce);
    await next();
    const { headers } = c.res;
    // An edge with a page of its own may have set a stricter policy.
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', contentSecurityPolicy(nonce, options));
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    );
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('x-frame-options', 'DENY');
    if (options.isHttps) headers.set('strict-transport-security', `max-age=${YEAR_S}; includeSubDomains`);
  });
}
