import { Hono, type Context as HonoContext } from 'hono';
import type Stripe from 'stripe';
import { layout } from '#sandbox/pages/layout.ts';
import { getSession } from '../checkout/session-routes.ts';
import { submitPayment, type Submission, type Submitted } from '../checkout/submit-payment.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { addressIn, approvalIn, cardIn, readFields, taxIdIn, type Fields } from './forms.ts';
import { closedPayPage, payPage } from './pay-page.ts';
import { allowFormsTo } from './page-headers.ts';
import { orRefused } from './or-refused.ts';
import { approvalForm, showMoney } from './parts.ts';

/** Where the customer goes after paying, with the session's id in place of the placeholder, as at Stripe. */
function successUrlOf(session: Stripe.Checkout.Session): string | null {
  return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null;
}

function submissionOf(fields: Fields, nowSeconds: number): Submission {
  return {
    email: fields.email ?? '',
    businessName: fields.business_name ?? '',
    address: addressIn(fields),
    taxId: taxIdIn(fields),
    card: cardIn(fields, nowSeconds),
    approval: approvalIn(fields),
  };
}

function approvalPage(session: Stripe.Checkout.Session, fields: Fields, method: string) {
  const { number: _number, expiry: _expiry, cvc: _cvc, test_card: _card, ...kept } = fields;
  return layout({
    title: 'Confirm with your bank',
    body: approvalForm({
      action: `/pay/${session.id}`,
      hidden: { ...kept, method },
      what: session.amount_total
        ? `${showMoney(session.amount_total, session.currency ?? 'usd')} now and future charges to this card`
        : 'future charges to this card',
    }),
  });
}

/** The hosted pay page. */
export function createPayRoutes(account: StripeAccount): Hono {
  const app = new Hono();
  const show = (c: HonoContext, session: Stripe.Checkout.Session, fields: Fields, problem: string | null) =>
    account.run(null, (context) => {
      const successUrl = successUrlOf(session);
      allowFormsTo(c, successUrl, session.cancel_url);
      if (session.status !== 'open') return c.html(closedPayPage(session, successUrl), 200);
      return c.html(payPage(context, session, fields, problem), problem === null ? 200 : 400);
    });
  const find = (id: string) => account.run(null, (context) => getSession(context, id));

  app.get('/pay/:id', async (c) => show(c, await find(c.req.param('id')), {}, null));
  app.post('/pay/:id', async (c) => {
    const fields = await readFields(c);
    const session = await find(c.req.param('id'));
    const successUrl = successUrlOf(session);
    if (session.status === 'complete' && successUrl) return c.redirect(successUrl, 303);
    if (session.status !== 'open') return show(c, session, fields, null);
    const submitted = await orRefused(
      account.run(null, (context): Submitted => {
        // Read again: a second press of the button may have arrived in between, and must not pay twice.
        const current = getSession(context, session.id);
        if (current.status !== 'open') return { kind: 'done', session: current };
        return submitPayment(context, current, submissionOf(fields, context.time));
      }),
    );
    if (submitted.kind === 'refused') return show(c, session, fields, submitted.message);
    allowFormsTo(c, successUrl);
    if (submitted.kind === 'approve') return c.html(approvalPage(session, fields, submitted.method));
    return successUrl ? c.redirect(successUrl, 303) : c.html(closedPayPage(submitted.session, null));
  });
  return app;
}
