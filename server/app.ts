import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { StatusCode } from 'hono/utils/http-status';
import { ERROR_CODES } from '#contract/errors.ts';
import type { Container } from '#server/container.ts';
import { answerJwks, gotrueEdge } from '#server/http/gotrue/gotrue-edge.ts';
import { accountExport } from '#server/http/account/account-export.ts';
import { feeds } from '#server/http/discovery/feeds.ts';
import { discoveryEdge } from '#server/http/discovery/discovery-edge.ts';
import { healthRoutes } from '#server/http/health.ts';
import { oauthCallback } from '#server/http/oauth-callback.ts';
import { originCheck } from '#server/http/origin-check.ts';
import type { Rendering } from '#server/http/pages/rendering.ts';
import { requestLog } from '#server/http/request-log.ts';
import { siteForms } from '#server/http/forms/site-forms.ts';
import { stripeWebhook } from '#server/http/webhooks/stripe-webhook.ts';
import { securityHeaders, type SecurityVariables } from '#server/http/pages/security-headers.ts';
import { trpcEdge } from '#server/http/trpc-edge.ts';
import { unsubscribeEdge } from '#server/http/forms/unsubscribe-edge.ts';
import { createRequestLines } from '#server/lib/log.ts';

/** Largest request body, in bytes: a full batch of long messages fits. */
const MAX_BODY_BYTES = 256 * 1024;

/** What nginx calls it; HTTP has no status for it. */
const CLIENT_CLOSED_REQUEST = 499 as StatusCode; // reason: Hono's type knows the statuses of the standard only

type Variables = SecurityVariables & { requestId: string };
export type AppOptions = { rendering?: Rendering; isStopping?: () => boolean };

/** The whole HTTP surface. Reads no environment. Without `rendering` there are no pages: for tests of the wire. */
export function createApp(
  container: Container,
  { rendering, isStopping = () => false }: AppOptions = {},
): Hono<{ Variables: Variables }> {
  const { config, database, log } = container;
  const app = new Hono<{ Variables: Variables }>();
  app.use(requestLog(createRequestLines(config.logLevel)));
  app.use(securityHeaders({ isHttps: config.publicUrl.startsWith('https:'), isDev: config.isDev }));
  app.route('/health', healthRoutes(database.ping, isStopping));
  // Mail programs post here from anywhere; the token in the address is all that counts.
  app.route('/newsletter/unsubscribe', unsubscribeEdge(container));
  app.use(originCheck(config.publicUrl));
  // Not for GET and HEAD: they carry no body, and to look for one makes the whole request anew.
  app.on(
    ['POST', 'PUT', 'PATCH', 'DELETE'],
    '*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ error: { appCode: 'TOO_LARGE', message: ERROR_CODES.TOO_LARGE.text } }, 413),
    }),
  );
  app.use('/trpc/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.use('/trpc/*', trpcEdge(container));
  app.get('/account/export', accountExport(container));
  app.get('/.well-known/jwks.json', (c) => answerJwks(c, container));
  app.route('/auth/v1', gotrueEdge(container));
  app.post('/webhooks/stripe', stripeWebhook(container));
  app.route('/auth/callback', oauthCallback(container));
  app.route('/', feeds({ publicUrl: config.publicUrl, blog: container.services.blog }));
  app.route('/', siteForms(container, rendering));
  app.route(
    '/',
    discoveryEdge({
      publicUrl: config.publicUrl,
      supportEmail: config.emails.support,
      articles: async () => container.services.blog.list(),
      now: container.services.clock.now,
    }),
  );
  if (rendering) {
    app.use(rendering.assets);
    // Cached pages are compressed already, better than on the fly.
    app.get('*', compress(), (c) => rendering.handle(c, c.var.nonce));
  }
  app.onError((error, c) => {
    const line = { event: 'request failed', requestId: c.var.requestId, err: error };
    // Whoever asked has gone, most often in the middle of their own body, and nobody reads the answer.
    if (c.req.raw.signal.aborted) {
      log.warn({ ...line, isAborted: true }, 'request failed');
      return c.body(null, CLIENT_CLOSED_REQUEST);
    }
    log.error(line, 'request failed');
    return c.json({ error: { appCode: 'INTERNAL', message: ERROR_CODES.INTERNAL.text } }, 500);
  });
  return app;
}
