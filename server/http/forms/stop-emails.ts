import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Container } from '#server/container.ts';
import type { SecurityVariables } from '../pages/security-headers.ts';
import { answerPage } from './plain-page.ts';

const MAX_BODY_BYTES = 16 * 1024;
const TOKEN_MAX = 200;
/** The body that an email client's unsubscribe button posts, in either form encoding (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe"?(?:=|\s+)One-Click/;
const INCOMPLETE = 'This link isn’t complete. Please open it from the email again.';

/**
 * `/automations/stop-emails?token=…`: ends the emails of someone's automations. Email clients post here from their own sites, so it comes before
 * the origin check and reads no cookie: what it does is bound to a token that is only in those emails. People get a page that asks.
 */
export function stopEmails({ services }: Pick<Container, 'services'>) {
  const app = new Hono<{ Variables: SecurityVariables }>();
  app.get('/', (c) => {
    const token = (c.req.query('token') ?? '').slice(0, TOKEN_MAX);
    return answerPage(c, {
      title: 'Stop these emails?',
      lines: ['You won’t get any more emails from this sender’s automations.'],
      forms: [
        {
          action: '/automations/stop-emails',
          fields: { token },
          button: { label: 'Stop the emails', value: 'stop' },
        },
      ],
    });
  });
  app.post('/', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text('Too much.', 413) }), async (c) => {
    const body = await c.req.text();
    const token = c.req.query('token') ?? new URLSearchParams(body).get('token') ?? '';
    const isDone = token.length <= TOKEN_MAX && (await services.recipients.stop(token));
    c.header('cache-control', 'no-store');
    // An email client must not be redirected (RFC 8058, section 3.1).
    if (ONE_CLICK.test(body)) return isDone ? c.text('Unsubscribed.') : c.text('The token is incomplete.', 400);
    if (!isDone) return answerPage(c, { status: 400, title: 'That didn’t work', lines: [INCOMPLETE] });
    return answerPage(c, {
      title: 'The emails have stopped',
      lines: ['If the sender wants to write to you again, we’ll ask you first.'],
    });
  });
  return app;
}
