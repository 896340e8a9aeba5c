import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

export type SecurityVariables = { nonce: () => string };
type Options = {
  isHttps: boolean;
  /** Vite's development client adds style elements and opens a socket. */
  isDev?: boolean;
};

const YEAR_S = 31_536_000;

/** Sent with every response. */
export const ALWAYS_SECURE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
export const HTTPS_ONLY = { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` };

/** The nonce or hashes of the inline scripts and styles that may run on a page. */
type Inline = { scripts: string; styles: string };
const NOTHING_INLINE: Inline = { scripts: '', styles: '' };

/** Every source a page may load anything from. */
export function contentSecurityPolicy({ scripts, styles }: Inline, { isHttps, isDev = false }: Options): string {
  const rules = [
    "default-src 'self'",
    `script-src 'self' ${scripts}`.trimEnd(),
    "script-src-attr 'none'",
    `style-src 'self' ${isDev ? "'unsafe-inline'" : styles}`.trimEnd(),
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

/** Security headers on every response. Page rendering gets its `nonce` from the context, which creates it on first use. */
export function securityHeaders(options: Options) {
  const withoutNonce = contentSecurityPolicy(NOTHING_INLINE, options);
  const always = Object.entries({ ...ALWAYS_SECURE, ...(options.isHttps ? HTTPS_ONLY : {}) });
  return createMiddleware<{ Variables: SecurityVariables }>(async (c, next) => {
    let nonce: string | undefined;
    c.set('nonce', () => (nonce ??= randomBytes(16).toString('base64')));
    await next();
    const { headers } = c.res;
    // A handler may have set something stricter.
    if (!headers.has('content-security-policy'))
      headers.set(
        'content-security-policy',
        nonce === undefined
          ? withoutNonce
          : contentSecurityPolicy({ scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'` }, options),
      );
    for (const [name, value] of always) if (!headers.has(name)) headers.set(name, value);
  });
}
