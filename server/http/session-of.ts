import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Client } from '#server/lib/request/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { Services } from '#server/composition/services.ts';

/** A script with a token is who the token says, even if it also sends a cookie. */
export const sessionIdOf = (c: Context, { sessions }: Pick<Services, 'sessions'>): string | null =>
  c.req.header('authorization') ? null : (getCookie(c, sessions.cookieName) ?? null);

/** Who sends a request: a browser with its cookie, or a script with an access token. `setCookie` is called if the cookie was renewed. */
export async function sessionOf(
  c: Context,
  services: Pick<Services, 'sessions' | 'tokens'>,
  client: Client,
  setCookie: (cookie: string) => void,
): Promise<ValidSession | null> {
  const authorization = c.req.header('authorization');
  if (authorization) return services.tokens.validate(authorization, client);
  const sessionId = sessionIdOf(c, services);
  const found = sessionId ? await services.sessions.validate(sessionId, client) : null;
  if (found?.renewedCookie) setCookie(found.renewedCookie);
  return found;
}
