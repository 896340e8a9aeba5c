import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { letterTokenSchema } from '#contract/site/newsletter.ts';
import type { Container } from '#server/container.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** What the button of a mail program posts, as a form of either kind (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe"?(?:=|\s+)One-Click/;

/**
 * `POST /newsletter/unsubscribe?token=…`, for mail programs and for our own page. It stands before the check of the origin:
 * mail programs post from their own sites, or from none. That is safe here and nowhere else: it reads no cookie, and what it
 * does is bound to a token that only the letter holds. Any whole token gets the same answer.
 */
export function unsubscribeEdge({ services, log }: Pick<Container, 'services' | 'log'>): Hono {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too much.', 413) }), async (c) => {
    const body = await c.req.text();
    const token = letterTokenSchema.safeParse(c.req.query('token') ?? new URLSearchParams(body).get('token'));
    c.header('cache-control', 'no-store');
    const isProgram = ONE_CLICK.test(body);
    const tell = (state: string) => c.redirect(`/newsletter?state=${state}`, 303);
    // A link that was cut on its way belongs to nobody: whoever pressed it is still subscribed.
    if (!token.success) return isProgram ? c.text('The token is not whole.', 400) : tell('NEWSLETTER_LINK_INVALID');
    try {
      await services.newsletter.unsubscribe(token.data);
    } catch (error) {
      // A program tries again.
      if (isProgram) throw error;
      log.error({ event: 'unsubscribing failed', err: error }, 'unsubscribing failed');
      return tell('INTERNAL');
    }
    // A program must not be sent on (RFC 8058, section 3.1).
    return isProgram ? c.text('Unsubscribed.') : tell('unsubscribed');
  });
  return app;
}
