import { invoiceRoutes } from './billing/invoice-routes.ts';
import { paymentRoutes } from './billing/payment-routes.ts';
import { subscriptionRoutes } from './billing/subscription-routes.ts';
import { couponRoutes } from './catalog/coupons.ts';
import { promotionCodeRoutes } from './catalog/promotion-codes.ts';
import { priceRoutes } from './catalog/prices.ts';
import { productRoutes } from './catalog/products.ts';
import { sessionRoutes } from './checkout/session-routes.ts';
import { customerRoutes } from './customers/customers.ts';
import { paymentMethodRoutes } from './customers/payment-method-routes.ts';
import { taxIdRoutes } from './customers/tax-ids.ts';
import { configurationRoutes } from './portal/configurations.ts';
import { scheduleRoutes } from './schedules/schedule-routes.ts';
import { portalSessionRoutes } from './portal/portal-sessions.ts';
import { eventRoutes } from './webhooks/webhook-endpoints.ts';
import type { Includable } from './wire/expand.ts';
import { wholeList } from './wire/page-of.ts';
import type { Route } from './wire/route.ts';

/** Every endpoint of the API. */
export const STRIPE_ROUTES: Route[] = [
  ...customerRoutes,
  ...taxIdRoutes,
  ...paymentMethodRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...sessionRoutes,
  ...configurationRoutes,
  ...portalSessionRoutes,
  ...eventRoutes,
];

/** What objects include only when `expand[]` requests it. */
export const INCLUDABLE: Includable = {
  'coupon.applies_to': ({ store }, id) => store.find('coupons', id)?.applies_to ?? null,
  'invoice.payments': ({ store }, id) =>
    wholeList(
      store.list('invoicePayments').filter((one) => one.invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
};
