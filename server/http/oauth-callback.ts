import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { isOAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Container } from '#server/container.ts';
import { createClientOf } from './client-of.ts';

/**
 * `GET /auth/callback/:provider`: the browser comes back from a sign-in service. It is sent on at once, so that neither a
 * code nor a state stays in its address, its history or another site's log.
 */
export function oauthCallback({ config, services }: Container): Hono {
  const { oauth, sessions } = services;
  const clientOf = createClientOf(config.trustedProxies);
  const app = new Hono();
  app.get('/:provider', async (c, next) => {
    const provider = c.req.param('provider');
    if (!isOAuthProvider(provider)) return next();
    const client = clientOf(c);
    const sessionId = getCookie(c, sessions.cookieName);
    const { state, code, error } = c.req.query();
    const { path, cookie } = await oauth.finish(
      { provider, state, code, error },
      {
        client,
        browser: getCookie(c, oauth.cookieName),
        session: async () => (sessionId ? sessions.validate(sessionId, client) : null),
      },
    );
    if (cookie) c.header('set-cookie', cookie);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    return c.redirect(path, 303);
  });
  return app;
}
