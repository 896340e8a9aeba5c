import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { isFreshProof } from '#contract/account/session.ts';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createClientOf } from '../client-of.ts';
import { downloadStream } from './download-stream.ts';

const SETTINGS = '/dashboard/settings';
/** A download keeps others waiting, so a reader may neither rest for long nor take for ever, in milliseconds. */
const READING = { idleMs: 30_000, totalMs: 10 * 60_000 };
const after = (path: string) => `${path}?redirect=${encodeURIComponent(SETTINGS)}`;

/** `GET /account/export`: a download, so it is a page of its own that a link leads to, and never one of another site. */
export function accountExport({ config, services, log }: Container): (c: Context) => Promise<Response> {
  const clientOf = createClientOf(config.trustedProxies);

  /** What keeps it from this session: where to go instead. */
  async function sessionOrDetour(c: Context) {
    if (c.req.header('sec-fetch-site') === 'cross-site') return { session: null, detour: SETTINGS };
    const sessionId = getCookie(c, services.sessions.cookieName);
    const session = sessionId ? await services.sessions.validate(sessionId, clientOf(c)) : null;
    if (!session) return { session: null, detour: after('/auth') };
    if (session.renewedCookie) c.header('set-cookie', session.renewedCookie, { append: true });
    if (session.needsSecondFactor) return { session: null, detour: after('/auth/challenge') };
    if (!isFreshProof(session.provedAt, await services.clock.now()))
      return { session: null, detour: `${SETTINGS}?problem=PROOF_NEEDED` };
    return { session, detour: null };
  }

  return async (c) => {
    c.header('cache-control', 'no-store');
    // A download that is only asked about is none.
    if (c.req.method === 'HEAD') return c.body(null, 204);
    const { session, detour } = await sessionOrDetour(c);
    if (!session) return c.redirect(detour, 303);
    try {
      const { fileName, bytes, end } = await services.account.exportData(session, clientOf(c), c.req.raw.signal);
      c.header('content-type', 'application/zip');
      c.header('content-disposition', `attachment; filename="${fileName}"`);
      // The status is long out when something breaks: the archive ends in the middle, and the log says why.
      const onFailure = (error: unknown) => log.error({ event: 'export failed', err: error }, 'export failed');
      return c.body(downloadStream(bytes, { ...READING, onEnd: end, onFailure }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return c.redirect(`${SETTINGS}?problem=${error.code}`, 303);
    }
  };
}
