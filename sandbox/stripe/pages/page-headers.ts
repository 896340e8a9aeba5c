import type { Context as HonoContext, MiddlewareHandler } from 'hono';

/** Origins that a form's response may lead to: browsers apply this list to redirects after a form as well. */
export function allowFormsTo(c: HonoContext, ...urls: (string | null)[]): void {
  const origins = urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));
  c.set('formTargets', [...new Set(origins)]);
}

/** Headers of the pages that have forms; no other site may submit such a form. */
export const pageHeaders: MiddlewareHandler<{ Variables: { formTargets?: string[] } }> = async (c, next) => {
  if (c.req.method === 'POST' && c.req.header('sec-fetch-site') === 'cross-site')
    return c.text('Forms of other sites are not taken.', 403);
  await next();
  const targets = c.get('formTargets') ?? [];
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      `form-action 'self' ${targets.join(' ')}`.trim(),
      "frame-ancestors 'none'",
    ].join('; '),
  );
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'no-referrer');
  c.header('cache-control', 'no-store');
};
