import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Log } from '#server/lib/log.ts';
import { layout } from '#sandbox/pages/layout.ts';
import type { Desk } from '../desk.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { createAccountRoutes } from './account-routes.ts';
import { createInvoiceRoutes } from './invoice-routes.ts';
import { pageHeaders } from './page-headers.ts';
import { createPayRoutes } from './pay-routes.ts';
import { createPortalRoutes } from './portal-routes.ts';

const BODY_MAX_BYTES = 100_000;

function problemPage(message: string) {
  return layout({
    title: 'Not possible',
    body: html`<h1>That is not possible</h1>
      <p class="lede" role="alert">${message}</p>
      <p><a href="/stripe">Payments</a></p>`,
  });
}

/** Everything that a person clicks through: pay page, portal, invoices, account. None of it needs JavaScript. */
export function createStripePages(desk: Desk, log: Log): Hono {
  const app = new Hono();
  for (const path of ['/pay/*', '/portal/*', '/invoice/*', '/stripe', '/stripe/*'])
    app.use(path, pageHeaders, bodyLimit({ maxSize: BODY_MAX_BYTES }));
  for (const routes of [
    createPayRoutes(desk),
    createPortalRoutes(desk),
    createInvoiceRoutes(desk),
    createAccountRoutes(desk),
  ])
    app.route('/', routes);
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.html(problemPage(error.message), error.status === 404 ? 404 : 400);
    log.error({ err: error }, 'sandbox: stripe pages');
    return c.html(problemPage('The sandbox made a mistake. Its log says which.'), 500);
  });
  return app;
}
