import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { isOAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Container } from '#server/container.ts';
import { addressOfAnswer } from './gotrue/gotrue-authorize.ts';

/**
 * `GET /auth/callback/:provider`: the browser returns from a sign-in service. It is redirected immediately, so that neither a code nor a
 * state stays in its address bar, its history or another site's log.
 */
export function oauthCallback({ services, clientOf }: Container): Hono {
  const { oauth, sessions } = services;
  const app = new Hono();
  app.get('/:provider', async (c, next) => {
    const provider = c.req.param('provider');
    if (!isOAuthProvider(provider)) return next();
    const sessionId = getCookie(c, sessions.cookieName) ?? null;
    const client = { ...clientOf(c), sessionId, devices: getCookie(c, services.signIn.deviceCookieName) };
    const { state, code, error } = c.req.query();
    const outcome = await oauth.finish(
      { provider, state, code, error },
      {
        client,
        browser: getCookie(c, oauth.cookieName),
        session: async () => (sessionId ? sessions.validate(sessionId, client) : null),
      },
    );
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    if ('redirectTo' in outcome) return c.redirect(addressOfAnswer(outcome), 303);
    for (const cookie of outcome.cookies) c.header('set-cookie', cookie, { append: true });
    return c.redirect(outcome.path, 303);
  });
  return app;
}
