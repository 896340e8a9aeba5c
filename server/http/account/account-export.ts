import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { isRecentAuthentication } from '#contract/account/session.ts';
import type { Container } from '#server/container.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import { downloadStream } from '../download-stream.ts';

const SETTINGS = '/dashboard/settings';
/** A slow download keeps others waiting, so a reader may neither pause for long nor take forever, in milliseconds. */
const READING = { idleMs: 30_000, totalMs: 10 * 60_000 };
const after = (path: string) => `${path}?redirect=${encodeURIComponent(SETTINGS)}`;

/** `GET /account/export`: a page of its own that a link leads to, because it's a download; never reachable from another site. */
export function accountExport({ services, clientOf, log }: Container): (c: Context) => Promise<Response> {
  /** Where to send this session instead, if it may not download. */
  async function sessionOrDetour(c: Context) {
    if (c.req.header('sec-fetch-site') === 'cross-site') return { session: null, detour: SETTINGS };
    const sessionId = getCookie(c, services.sessions.cookieName);
    const session = sessionId ? await services.sessions.validate(sessionId, clientOf(c)) : null;
    if (!session) return { session: null, detour: after('/auth') };
    if (session.renewedCookie) c.header('set-cookie', session.renewedCookie, { append: true });
    if (session.needsSecondFactor) return { session: null, detour: after('/auth/challenge') };
    if (!isRecentAuthentication(session.authenticatedAt, await services.clock.now()))
      return { session: null, detour: `${SETTINGS}?problem=REAUTHENTICATION_NEEDED` };
    return { session, detour: null };
  }

  return async (c) => {
    c.header('cache-control', 'no-store');
    // A HEAD request must not start a download.
    if (c.req.method === 'HEAD') return c.body(null, 204);
    const { session, detour } = await sessionOrDetour(c);
    if (!session) return c.redirect(detour, 303);
    try {
      const { fileName, bytes, end } = await services.account.exportData(session, clientOf(c), c.req.raw.signal);
      c.header('content-type', 'application/zip');
      c.header('content-disposition', `attachment; filename="${fileName}"`);
      // The status went out long before the failure: the archive ends in the middle, and the log says why.
      const onFailure = (error: unknown) =>
        log.error({ event: 'export failed', userId: session.userId, err: error }, 'export failed');
      return c.body(downloadStream(bytes, { ...READING, onEnd: end, onFailure }));
    } catch (error) {
      const ours = toAppError(error);
      if (!ours) throw error;
      return c.redirect(`${SETTINGS}?problem=${ours.code}`, 303);
    }
  };
}
