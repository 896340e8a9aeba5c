import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, securityHeaders, type SecurityVariables } from './security-headers.ts';

function site(options: { isHttps: boolean }) {
  const app = new Hono<{ Variables: SecurityVariables }>();
  app.use(securityHeaders(options));
  app.get('/', (c) => c.text(c.var.nonce()));
  return app;
}

describe('security headers', () => {
  it('let only scripts with this answer’s nonce run', async () => {
    const app = site({ isHttps: false });
    const [first, second] = await Promise.all([app.request('/'), app.request('/')]);
    const [firstNonce, secondNonce] = [await first.text(), await second.text()];
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'nonce-${firstNonce}'`);
    expect(policy).not.toMatch(/unsafe-(?:inline|eval)/);
    expect(firstNonce).not.toBe(secondNonce);
  });

  it('block inline scripts on answers that have none', async () => {
    const { headers } = await site({ isHttps: false }).request('/missing');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it.each([
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "connect-src 'self'",
  ])('say %s', (rule) => {
    expect(contentSecurityPolicy({ scripts: '', styles: '' }, { isHttps: true }).split('; ')).toContain(rule);
  });

  it('require https for a year, on https only', async () => {
    const secure = await site({ isHttps: true }).request('/');
    const plain = await site({ isHttps: false }).request('/');
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(plain.headers.has('strict-transport-security')).toBe(false);
  });

  it('are on 404 answers as well', async () => {
    const missing = await site({ isHttps: false }).request('/missing');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
