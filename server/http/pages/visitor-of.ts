import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Container } from '#server/container.ts';
import { createClientOf } from '../client-of.ts';

/** Who looks at a page: signed out, in a trial, or signed in otherwise (`Visitor` in the browser's code). */
export type Visitor = 'guest' | 'trial' | 'member';
/** Whether the signed-in area opens to them. */
export type Entrance = 'nobody' | 'half-signed-in' | 'somebody';
export type VisitorReading = { visitor: Visitor; entrance: Entrance; renewedCookie: string | null };

const GUEST: VisitorReading = { visitor: 'guest', entrance: 'nobody', renewedCookie: null };

/** Reads who asks from the cookie. Without one nothing is looked up; a database that is down makes guests of all. */
export function createVisitorOf({ config, services, log }: Pick<Container, 'config' | 'services' | 'log'>) {
  const clientOf = createClientOf(config.trustedProxies);

  async function read(c: Context, sessionId: string): Promise<VisitorReading> {
    const session = await services.sessions.validate(sessionId, clientOf(c));
    if (!session) return GUEST;
    const { renewedCookie } = session;
    if (session.needsSecondFactor) return { visitor: 'member', entrance: 'half-signed-in', renewedCookie };
    const { access } = await services.profile.get(session.userId, session.email);
    return { visitor: access.isInTrial ? 'trial' : 'member', entrance: 'somebody', renewedCookie };
  }

  return async (c: Context): Promise<VisitorReading> => {
    const sessionId = getCookie(c, services.sessions.cookieName);
    if (!sessionId) return GUEST;
    return read(c, sessionId).catch((error: unknown) => {
      log.warn({ event: 'visitor unknown', err: error }, 'visitor unknown');
      return GUEST;
    });
  };
}
