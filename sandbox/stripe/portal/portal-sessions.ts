import type Stripe from 'stripe';
import { z } from 'zod';
import { getRecurringPrice } from '../billing/subscription-items.ts';
import { getSubscription } from '../billing/subscription-routes.ts';
import { getCustomer } from '../customers/get-customer.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { int, list, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { missingParam, StripeProblem } from '../wire/stripe-problem.ts';
import { defaultConfiguration, getConfiguration } from './configurations.ts';

const LIFE_SECONDS = 3_600;

const sessionParams = z.strictObject({
  customer: text,
  configuration: text.optional(),
  flow_data: z
    .strictObject({
      type: z.enum([
        'customer_update',
        'payment_method_update',
        'subscription_cancel',
        'subscription_update',
        'subscription_update_confirm',
      ]),
      after_completion: z
        .strictObject({
          type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
          hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
          redirect: z.strictObject({ return_url: text }).optional(),
        })
        .optional(),
      subscription_cancel: z.strictObject({ subscription: text }).optional(),
      subscription_update: z.strictObject({ subscription: text }).optional(),
      subscription_update_confirm: z
        .strictObject({
          subscription: text,
          items: list(z.strictObject({ id: text, price: text.optional(), quantity: int.optional() }))
            .min(1)
            .max(1),
        })
        .optional(),
    })
    .optional(),
  locale: text.optional(),
  return_url: text.optional(),
});
type Flow = NonNullable<Stripe.BillingPortal.Session['flow']>;

/** The subscription that a flow is about: one of this customer's. */
function checkSubscription(context: Context, customer: string, id: string, param: string): string {
  const subscription = getSubscription(context, id, param);
  if (idOf(subscription.customer) !== customer)
    throw new StripeProblem(`The subscription ${id} does not belong to the customer ${customer}.`, { param });
  return id;
}

function flowOf(context: Context, customer: string, given: z.output<typeof sessionParams>['flow_data']): Flow | null {
  if (!given) return null;
  const {
    type,
    subscription_cancel: cancel,
    subscription_update: update,
    subscription_update_confirm: confirm,
  } = given;
  if (type === 'subscription_cancel' && !cancel) throw missingParam('flow_data[subscription_cancel]');
  if (type === 'subscription_update' && !update) throw missingParam('flow_data[subscription_update]');
  if (type === 'subscription_update_confirm' && !confirm) throw missingParam('flow_data[subscription_update_confirm]');
  const check = (id: string, name: string) =>
    checkSubscription(context, customer, id, `flow_data[${name}][subscription]`);
  for (const item of confirm?.items ?? [])
    if (item.price) getRecurringPrice(context, item.price, 'flow_data[subscription_update_confirm][items][0][price]');
  const { type: after = 'portal_homepage', redirect, hosted_confirmation: hosted } = given.after_completion ?? {};
  return {
    after_completion: {
      type: after,
      redirect: redirect ?? null,
      hosted_confirmation: hosted ? { custom_message: hosted.custom_message ?? null } : null,
    },
    customer_update: type === 'customer_update' ? {} : null,
    subscription_cancel: cancel
      ? { retention: null, subscription: check(cancel.subscription, 'subscription_cancel') }
      : null,
    subscription_pause: null,
    subscription_update: update ? { subscription: check(update.subscription, 'subscription_update') } : null,
    subscription_update_confirm: confirm
      ? {
          discounts: [],
          items: confirm.items.map(({ id, price = null, quantity }) => ({
            id,
            price,
            ...(quantity ? { quantity } : {}),
          })),
          subscription: check(confirm.subscription, 'subscription_update_confirm'),
        }
      : null,
    type,
  };
}

export const portalSessionRoutes = [
  route('POST', 'billing_portal/sessions', sessionParams, (context, params): Stripe.BillingPortal.Session => {
    const customer = getCustomer(context, params.customer, 'customer');
    const configuration = params.configuration
      ? getConfiguration(context, params.configuration, 'configuration')
      : defaultConfiguration(context);
    const token = newId('test', 32);
    const session = context.store.put('portalSessions', {
      id: newId('bps'),
      object: 'billing_portal.session',
      after_expiration: null,
      configuration: configuration.id,
      created: timeFor(context, customer),
      customer: customer.id,
      customer_account: null,
      flow: flowOf(context, customer.id, params.flow_data),
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: params.return_url ?? configuration.default_return_url,
      url: `${context.pagesUrl}/portal/${token}`,
    });
    // Lives by the system's clock, not the account's: a moved clock must not lock a person out of the page she is on.
    const expiresAt = Math.floor(Date.now() / 1_000) + LIFE_SECONDS;
    context.store.put('portalNotes', { id: session.id, token, expiresAt });
    announce(context, 'billing_portal.session.created', session);
    return session;
  }),
];
