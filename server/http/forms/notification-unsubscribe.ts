import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Container } from '#server/container.ts';

const MAX_BODY_BYTES = 16 * 1024;
const TOKEN_MAX = 200;
const SETTINGS = '/dashboard/settings/notifications';

/**
 * `POST /notifications/unsubscribe?token=…`, for email clients' own unsubscribe button (RFC 8058). Like that of the newsletter, it comes
 * before the origin check and reads no cookie: what it does is bound to a token that is only in the email. A person who opens the link gets
 * to the settings.
 */
export function notificationUnsubscribe({ services }: Pick<Container, 'services'>): Hono {
  const app = new Hono();
  app.get('/', (c) => c.redirect(SETTINGS, 303));
  app.post('/', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too much.', 413) }), async (c) => {
    c.header('cache-control', 'no-store');
    const token = c.req.query('token') ?? '';
    const isDone = token.length <= TOKEN_MAX && (await services.unsubscribe.unsubscribe(token));
    return isDone ? c.text('Unsubscribed.') : c.text('The unsubscribe token is incomplete.', 400);
  });
  return app;
}
