import { invoiceRoutes } from './billing/invoice-routes.ts';
import { paymentRoutes } from './billing/payment-routes.ts';
import { subscriptionRoutes } from './billing/subscription-routes.ts';
import { couponRoutes } from './catalogue/coupons.ts';
import { priceRoutes } from './catalogue/prices.ts';
import { productRoutes } from './catalogue/products.ts';
import { noteOfSession, sessionRoutes } from './checkout/session-routes.ts';
import { lineItemsOf } from './checkout/totals.ts';
import { customerRoutes } from './customers/customers.ts';
import { paymentMethodRoutes } from './customers/payment-method-routes.ts';
import { taxIdRoutes, taxIdsOf } from './customers/tax-ids.ts';
import { configurationRoutes } from './portal/configurations.ts';
import { portalSessionRoutes } from './portal/portal-sessions.ts';
import { clockRoutes } from './time/clocks.ts';
import { eventRoutes, webhookEndpointRoutes } from './webhooks/webhook-endpoints.ts';
import type { Includable } from './wire/expand.ts';
import { wholeList } from './wire/page-of.ts';
import type { Route } from './wire/route.ts';

/** Every address of the API. */
export const STRIPE_ROUTES: Route[] = [
  ...customerRoutes,
  ...taxIdRoutes,
  ...paymentMethodRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...sessionRoutes,
  ...configurationRoutes,
  ...portalSessionRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...clockRoutes,
];

/** What objects show only when `expand[]` asks for it. */
export const INCLUDABLE: Includable = {
  'customer.subscriptions': ({ store }, id) =>
    wholeList(
      store.list('subscriptions').filter((one) => one.customer === id && one.status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    ),
  'customer.tax_ids': (context, id) => wholeList(taxIdsOf(context, id), `/v1/customers/${id}/tax_ids`),
  'invoice.payments': ({ store }, id) =>
    wholeList(
      store.list('invoicePayments').filter((one) => one.invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'charge.refunds': ({ store }, id) =>
    wholeList(
      store.list('refunds').filter((one) => one.charge === id),
      `/v1/charges/${id}/refunds`,
    ),
  'checkout.session.line_items': (context, id) =>
    wholeList(lineItemsOf(context, noteOfSession(context, id)), `/v1/checkout/sessions/${id}/line_items`),
};
