import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { newsletterTokenSchema } from '#contract/site/newsletter.ts';
import type { Container } from '#server/container.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** The body that an email client's unsubscribe button posts, in either form encoding (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe"?(?:=|\s+)One-Click/;

/**
 * `POST /newsletter/unsubscribe?token=…`, for email clients and for our own page. It comes before the origin check, because email clients
 * post from their own sites or from none. That is safe here and nowhere else: it reads no cookie, and what it does is bound to a token
 * found only in the newsletter issue. Any complete token gets the same answer.
 */
export function unsubscribeEdge({ services, log }: Pick<Container, 'services' | 'log'>): Hono {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too much.', 413) }), async (c) => {
    const body = await c.req.text();
    const token = newsletterTokenSchema.safeParse(c.req.query('token') ?? new URLSearchParams(body).get('token'));
    c.header('cache-control', 'no-store');
    const isProgram = ONE_CLICK.test(body);
    const redirectTo = (state: string) => c.redirect(`/newsletter?state=${state}`, 303);
    // A truncated link identifies no subscription, so the person who used it is still subscribed.
    if (!token.success)
      return isProgram ? c.text('The unsubscribe token is incomplete.', 400) : redirectTo('NEWSLETTER_LINK_INVALID');
    try {
      await services.newsletter.unsubscribe(token.data);
    } catch (error) {
      // The email client will retry.
      if (isProgram) throw error;
      log.error({ event: 'unsubscribing failed', err: error }, 'unsubscribing failed');
      return redirectTo('INTERNAL');
    }
    // An email client must not be redirected (RFC 8058, section 3.1).
    return isProgram ? c.text('Unsubscribed.') : redirectTo('unsubscribed');
  });
  return app;
}
