import { z } from 'zod';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { nothing, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { attachMethod, getPaymentMethod } from './payment-methods.ts';

export const paymentMethodRoutes = [
  route('POST', 'payment_methods/:id/attach', z.strictObject({ customer: text }), (context, params, id = '') =>
    attachMethod(context, id, params.customer),
  ),
  route('POST', 'payment_methods/:id/detach', nothing, (context, _params, id = '') => {
    const method = context.store.patch('paymentMethods', getPaymentMethod(context, id).id, { customer: null });
    for (const { id: owner, invoice_settings: settings } of context.store.list('customers'))
      if (idOf(settings.default_payment_method) === id)
        context.store.patch('customers', owner, { invoice_settings: { ...settings, default_payment_method: null } });
    for (const subscription of context.store.list('subscriptions'))
      if (idOf(subscription.default_payment_method) === id)
        context.store.patch('subscriptions', subscription.id, { default_payment_method: null });
    announce(context, 'payment_method.detached', method);
    return method;
  }),
];
