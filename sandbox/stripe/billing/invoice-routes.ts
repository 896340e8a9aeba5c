import type Stripe from 'stripe';
import { z } from 'zod';
import { attachMethod, declineOf, getMethodOf } from '../customers/payment-methods.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { collectInvoice, voidInvoice } from './collect.ts';
import { subscriptionOf } from './invoice-object.ts';
import { cardFor } from './pay.ts';
import { createPreview, previewParams } from './preview.ts';

export function getInvoice(context: Context, id: string, param?: string): Stripe.Invoice {
  const invoice = context.store.find('invoices', id);
  if (!invoice) throw noSuch('invoice', id, param);
  return invoice;
}

function pay(context: Context, id: string, method: string | undefined): Stripe.Invoice {
  const invoice = getInvoice(context, id);
  if (invoice.status !== 'draft' && invoice.status !== 'open')
    throw new StripeProblem(`This invoice can no longer be paid because it is ${invoice.status}.`);
  const customer = idOf(invoice.customer) ?? '';
  const given = method?.startsWith('pm_card_') ? attachMethod(context, method, customer).id : method;
  const card = given ? getMethodOf(context, given, customer, 'payment_method') : cardFor(context, invoice);
  const outcome = collectInvoice(context, invoice, card);
  if (!outcome.isPaid && outcome.failure)
    throw declineOf(
      outcome.failure,
      { ...(outcome.charge ? { charge: outcome.charge } : {}), payment_intent: outcome.intent },
      true,
    );
  return getInvoice(context, id);
}

const statuses = z.enum(['draft', 'open', 'paid', 'void']);

export const invoiceRoutes = [
  route('GET', 'invoices/:id', nothing, (context, _params, id = '') => getInvoice(context, id)),
  route('POST', 'invoices/create_preview', previewParams, createPreview),
  route('POST', 'invoices/:id/pay', z.strictObject({ payment_method: text.optional() }), (context, params, id = '') =>
    pay(context, id, params.payment_method),
  ),
  route('POST', 'invoices/:id/void', nothing, (context, _params, id = '') => {
    const invoice = getInvoice(context, id);
    if (invoice.status !== 'open')
      throw new StripeProblem("You can only pass in open invoices. This invoice isn't open.", {
        code: 'status_transition_invalid',
      });
    return voidInvoice(context, invoice);
  }),
  route(
    'GET',
    'invoices',
    z.strictObject({
      ...paging,
      customer: text.optional(),
      status: statuses.optional(),
      subscription: text.optional(),
    }),
    (context, params) => {
      const rows = context.store
        .list('invoices')
        .filter((invoice) => params.customer === undefined || idOf(invoice.customer) === params.customer)
        .filter((invoice) => params.subscription === undefined || subscriptionOf(invoice) === params.subscription)
        .filter((invoice) => params.status === undefined || invoice.status === params.status);
      return pageOf(rows, params, '/v1/invoices');
    },
  ),
];
