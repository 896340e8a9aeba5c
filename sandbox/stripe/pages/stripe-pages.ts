import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Log } from '#server/lib/log.ts';
import { layout } from '#sandbox/pages/layout.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { createAccountRoutes } from './account-routes.ts';
import { createInvoiceRoutes } from './invoice-routes.ts';
import { pageHeaders } from './page-headers.ts';
import { createPayRoutes } from './pay-routes.ts';
import { createPortalRoutes } from './portal-routes.ts';

const BODY_MAX_BYTES = 100_000;

function problemPage(message: string) {
  return layout({
    title: 'That didn’t work',
    body: html`<h1>That didn’t work</h1>
      <p class="lede" role="alert">${message}</p>
      <p><a href="/stripe">Back to payments</a></p>`,
  });
}

/** The pages people click through: pay page, portal, invoices, account. None of them needs JavaScript. */
export function createStripePages(account: StripeAccount, log: Log): Hono {
  const app = new Hono();
  for (const path of ['/pay/*', '/portal/*', '/invoice/*', '/stripe', '/stripe/*'])
    app.use(path, pageHeaders, bodyLimit({ maxSize: BODY_MAX_BYTES }));
  for (const routes of [
    createPayRoutes(account),
    createPortalRoutes(account),
    createInvoiceRoutes(account),
    createAccountRoutes(account),
  ])
    app.route('/', routes);
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.html(problemPage(error.message), error.status === 404 ? 404 : 400);
    log.error({ err: error }, 'sandbox: stripe pages');
    return c.html(problemPage('Something went wrong in the sandbox. Check its log for details.'), 500);
  });
  return app;
}
