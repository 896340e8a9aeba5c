import { z } from 'zod';
import { idOf } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { pageOf } from '../wire/page-of.ts';
import { address, emptyable, int, mergeMetadata, metadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { missingParam, noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { getCustomer } from './get-customer.ts';
import { attachMethod, createFromName, createFromTyped, getPaymentMethod } from './payment-methods.ts';
import { fullAddress } from './address.ts';

const billing = z
  .strictObject({
    address: address.optional(),
    email: emptyable(text).optional(),
    name: emptyable(text).optional(),
    phone: emptyable(text).optional(),
  })
  .optional();
const createSchema = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: text.optional(),
    exp_month: int.optional(),
    exp_year: int.optional(),
    cvc: text.optional(),
    token: text.optional(),
  }),
  billing_details: billing,
  metadata,
});

export const paymentMethodRoutes = [
  route('POST', 'payment_methods', createSchema, (context, { card, billing_details: details, metadata: given }) => {
    const who = details ? { ...details, address: details.address ? fullAddress(details.address) : null } : {};
    const made = card.token
      ? createFromName(context, card.token)
      : createFromTyped(
          context,
          {
            number: card.number ?? '',
            expMonth: card.exp_month ?? 0,
            expYear: card.exp_year ?? 0,
            cvc: card.cvc ?? null,
          },
          who,
          context.time,
        );
    if (!made) throw noSuch('token', card.token ?? '', 'card[token]');
    return context.store.patch('paymentMethods', made.id, { metadata: mergeMetadata({}, given) });
  }),
  route('GET', 'payment_methods/:id', nothing, (context, _params, id = '') => getPaymentMethod(context, id)),
  route(
    'POST',
    'payment_methods/:id',
    z.strictObject({
      billing_details: billing,
      metadata,
      card: z.strictObject({ exp_month: int.optional(), exp_year: int.optional() }).optional(),
    }),
    (context, params, id = '') => {
      const before = getPaymentMethod(context, id);
      const { billing_details: details, card } = params;
      const method = context.store.patch('paymentMethods', id, {
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        billing_details: {
          ...before.billing_details,
          ...details,
          address: details?.address ? fullAddress(details.address) : before.billing_details.address,
        },
        ...(before.card ? { card: { ...before.card, ...card } } : {}),
      });
      announceChange(context, 'payment_method.updated', before, method);
      return method;
    },
  ),
  route('POST', 'payment_methods/:id/attach', z.strictObject({ customer: text }), (context, params, id = '') =>
    attachMethod(context, id, params.customer),
  ),
  route('POST', 'payment_methods/:id/detach', nothing, (context, _params, id = '') => {
    const before = getPaymentMethod(context, id);
    const owner = idOf(before.customer);
    if (owner === null)
      throw new StripeProblem(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    const method = context.store.patch('paymentMethods', id, { customer: null });
    const customer = context.store.find('customers', owner);
    if (customer && idOf(customer.invoice_settings.default_payment_method) === id)
      context.store.patch('customers', owner, {
        invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
      });
    for (const subscription of context.store.list('subscriptions'))
      if (idOf(subscription.default_payment_method) === id)
        context.store.patch('subscriptions', subscription.id, { default_payment_method: null });
    announce(context, 'payment_method.detached', method);
    return method;
  }),
  route(
    'GET',
    'payment_methods',
    z.strictObject({ ...paging, customer: text.optional(), type: text.optional() }),
    (context, params) => {
      if (!params.customer) throw missingParam('customer');
      getCustomer(context, params.customer, 'customer');
      const rows = context.store.list('paymentMethods').filter((method) => method.customer === params.customer);
      return pageOf(rows, params, '/v1/payment_methods');
    },
  ),
  route(
    'GET',
    'customers/:id/payment_methods',
    z.strictObject({ ...paging, type: text.optional() }),
    (context, params, id = '') => {
      getCustomer(context, id);
      const rows = context.store.list('paymentMethods').filter((method) => method.customer === id);
      return pageOf(rows, params, `/v1/customers/${id}/payment_methods`);
    },
  ),
];
