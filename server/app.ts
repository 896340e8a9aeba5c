import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { ERROR_CODES } from '#contract/errors.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import type { Container } from '#server/container.ts';
import { finishBodies, limitBodies } from '#server/http/body-limit.ts';
import { answerJwks, gotrueEdge } from '#server/http/gotrue/gotrue-edge.ts';
import { accountExport } from '#server/http/account/account-export.ts';
import { feeds } from '#server/http/discovery/feeds.ts';
import { discoveryEdge } from '#server/http/discovery/discovery-edge.ts';
import { sourceFiles } from '#server/http/brain/source-files.ts';
import { answerDisconnected, hasDisconnected } from '#server/http/disconnected.ts';
import { healthRoutes } from '#server/http/health.ts';
import { oauthCallback } from '#server/http/oauth-callback.ts';
import { originCheck } from '#server/http/origin-check.ts';
import type { Rendering } from '#server/http/pages/rendering.ts';
import { requestLog } from '#server/http/request-log.ts';
import { automationForms } from '#server/http/forms/automation-forms.ts';
import { siteForms } from '#server/http/forms/site-forms.ts';
import { automationHooks } from '#server/http/webhooks/automation-hooks.ts';
import { stopEmails } from '#server/http/forms/stop-emails.ts';
import { stripeWebhook } from '#server/http/webhooks/stripe-webhook.ts';
import { securityHeaders, type SecurityVariables } from '#server/http/pages/security-headers.ts';
import { trpcEdge } from '#server/http/trpc-edge.ts';
import { notificationUnsubscribe } from '#server/http/forms/notification-unsubscribe.ts';
import { unsubscribeEdge } from '#server/http/forms/unsubscribe-edge.ts';
import type { Release } from '#server/lib/release.ts';
import { createRequestLines } from '#server/lib/log.ts';

/** GET and HEAD carry no body, and looking for one would rebuild the whole request. */
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];

type Variables = SecurityVariables & { requestId: string };
export type AppOptions = { rendering?: Rendering; isStopping?: () => boolean; release?: Release | null };

/** The whole HTTP surface. Reads no environment. Without `rendering` it serves no pages, which is enough for tests of the API. */
export function createApp(
  container: Container,
  { rendering, isStopping = () => false, release = null }: AppOptions = {},
): Hono<{ Variables: Variables }> {
  const { config, readiness, trouble, log } = container;
  const app = new Hono<{ Variables: Variables }>();
  app.use(requestLog(createRequestLines(config.logLevel)));
  app.use(securityHeaders({ isHttps: config.publicUrl.startsWith('https:'), isDev: config.isDev }));
  app.on(WITH_BODY, '*', finishBodies);
  app.route('/health', healthRoutes({ readiness, release, isStopping }));
  // Mail programs post here from any origin; only the token in the address counts.
  app.route('/newsletter/unsubscribe', unsubscribeEdge(container));
  app.route('/notifications/unsubscribe', notificationUnsubscribe(container));
  // Other programs call from anywhere; only the address and what it is called with count.
  app.route('/hooks', automationHooks(container));
  app.route('/automations/stop-emails', stopEmails(container));
  app.use(originCheck(config.publicUrl));
  // Files are larger than other bodies; their edge has a limit of its own.
  app.route('/brain/files', sourceFiles(container));
  app.on(WITH_BODY, '*', limitBodies);
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
  app.route('/automations', automationForms(container));
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
    // Cached pages are already compressed, better than we could do on the fly.
    app.get('*', compress(), (c) => rendering.handle(c, c.var.nonce));
  }
  app.onError((error, c) => {
    const { requestId } = c.var;
    const line = { event: 'request failed', requestId, err: error };
    const ours = toAppError(error);
    if (!ours && hasDisconnected(c)) {
      log.warn({ ...line, isAborted: true }, 'request failed');
      return answerDisconnected(c);
    }
    if (!trouble.note(error, { requestId })) log[ours ? 'warn' : 'error'](line, 'request failed');
    const code = ours?.code ?? 'INTERNAL';
    return c.json({ error: { appCode: code, message: ERROR_CODES[code].text } }, ERROR_CODES[code].status);
  });
  return app;
}
