import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Container } from '#server/container.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';

/** Who is viewing a page: signed out, in a trial, signed in, or back after a plan that is over (`Visitor` in the browser's code). */
export type Visitor = 'guest' | 'trial' | 'member' | 'returning';
/** Whether they may enter the signed-in area. */
export type SignInStage = 'signed-out' | 'second-factor-pending' | 'signed-in';
export type VisitorState = {
  visitor: Visitor;
  signInStage: SignInStage;
  /** Who they are, once the signed-in area is open to them. */
  person: Pick<ValidSession, 'userId' | 'email'> | null;
  renewedCookie: string | null;
};

/** How long a page waits to learn who is viewing it, in milliseconds. */
const TIMEOUT_MS = 3_000;

const GUEST: VisitorState = { visitor: 'guest', signInStage: 'signed-out', person: null, renewedCookie: null };

/** Determines the visitor from the cookie. Without a cookie nothing is looked up; if the database is down or slow, everyone is a guest. */
export function createVisitorOf({
  services,
  clientOf,
  log,
  trouble,
}: Pick<Container, 'services' | 'clientOf' | 'log' | 'trouble'>) {
  async function read(c: Context, sessionId: string): Promise<VisitorState> {
    const session = await services.sessions.validate(sessionId, clientOf(c));
    if (!session) return GUEST;
    const { renewedCookie, userId, email } = session;
    if (session.needsSecondFactor)
      return { visitor: 'member', signInStage: 'second-factor-pending', person: null, renewedCookie };
    const { access } = await services.profile.get(userId, email);
    const visitor = access.isInTrial ? 'trial' : access.status === 'ended' ? 'returning' : 'member';
    return { visitor, signInStage: 'signed-in', person: { userId, email }, renewedCookie };
  }

  return async (c: Context): Promise<VisitorState> => {
    const sessionId = getCookie(c, services.sessions.cookieName);
    if (!sessionId) return GUEST;
    return inTime(() => read(c, sessionId), TIMEOUT_MS).catch((error: unknown) => {
      if (!trouble.note(error, { page: 'visitor' }))
        log.warn({ event: 'visitor unknown', err: error }, 'visitor unknown');
      return GUEST;
    });
  };
}
