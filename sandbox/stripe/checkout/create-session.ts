import type Stripe from 'stripe';
import { getOpenCoupon } from '../catalogue/coupons.ts';
import { getRecurringPrice, rhythmOf } from '../billing/subscription-items.ts';
import { getCustomer } from '../customers/get-customer.ts';
import { timeFor, type Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import type { SessionNote } from '../state/tables.ts';
import { mergeMetadata } from '../wire/params.ts';
import { missingParam, StripeProblem } from '../wire/stripe-problem.ts';
import type { SessionParams } from './session-params.ts';
import { totalsOf, type Totals } from './totals.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** Checkout takes no trial that ends sooner. */
const TRIAL_MIN_SECONDS = 2 * DAY_SECONDS;
const LIFE_SECONDS = DAY_SECONDS;
const LIFE_MIN_SECONDS = 30 * MINUTE_SECONDS;

function trialEndOf(params: SessionParams, now: number): number | null {
  const { trial_end: end, trial_period_days: days } = params.subscription_data ?? {};
  if (end !== undefined && days !== undefined)
    throw new StripeProblem('You can not specify `trial_end` and `trial_period_days` at the same time.', {
      param: 'subscription_data[trial_period_days]',
    });
  if (days !== undefined) return now + days * DAY_SECONDS;
  if (end !== undefined && end < now + TRIAL_MIN_SECONDS)
    throw new StripeProblem('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    });
  return end ?? null;
}

function expiryOf(params: SessionParams, now: number): number {
  const at = params.expires_at ?? now + LIFE_SECONDS;
  if (at < now + LIFE_MIN_SECONDS || at > now + LIFE_SECONDS)
    throw new StripeProblem(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  return at;
}

/** What Stripe refuses because two parameters do not go together. */
function checkTogether(params: SessionParams): void {
  if (!params.success_url) throw missingParam('success_url');
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw new StripeProblem('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer',
    });
  if (params.customer_update && params.customer === undefined)
    throw new StripeProblem('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  if (params.customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto')
    throw new StripeProblem(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      { param: 'customer_update[name]' },
    );
  const { trial_settings: settings, trial_end: end, trial_period_days: days } = params.subscription_data ?? {};
  if (settings && end === undefined && days === undefined)
    throw new StripeProblem('You can only set `trial_settings` if there is a trial.', {
      param: 'subscription_data[trial_settings]',
    });
}

function nameCollectionOf(
  given: NonNullable<SessionParams['name_collection']>,
): Stripe.Checkout.Session.NameCollection {
  const { business, individual } = given;
  return {
    ...(business ? { business: { enabled: business.enabled, optional: business.optional ?? false } } : {}),
    ...(individual ? { individual: { enabled: individual.enabled, optional: individual.optional ?? false } } : {}),
  };
}

function newSession(
  context: Context,
  params: SessionParams,
  customer: Stripe.Customer | null,
  totals: Totals,
  expiresAt: number,
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58);
  const isTrial = totals.dueToday !== totals.firstBill;
  const coupon = params.discounts?.[0]?.coupon;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: isTrial ? 0 : totals.regular,
    amount_total: totals.dueToday,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: timeFor(context, customer),
    currency: totals.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : 'always',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: coupon ? [{ coupon, promotion_code: null }] : [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'subscription',
    ...(params.name_collection ? { name_collection: nameCollectionOf(params.name_collection) } : {}),
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: totals.dueToday === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: params.tax_id_collection?.required ?? 'never',
    },
    total_details: { amount_discount: isTrial ? 0 : totals.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${context.pagesUrl}/pay/${id}`,
    wallet_options: null,
  };
}

/** Opens a hosted pay page for a subscription. */
export function createSession(context: Context, params: SessionParams): Stripe.Checkout.Session {
  checkTogether(params);
  const customer = params.customer === undefined ? null : getCustomer(context, params.customer, 'customer');
  const now = timeFor(context, customer);
  const items = params.line_items.map(({ price, quantity = 1 }) => ({ price, quantity }));
  rhythmOf(
    items.map(({ price }, index) => ({ price: getRecurringPrice(context, price, `line_items[${index}][price]`) })),
  );
  const couponId = params.discounts?.[0]?.coupon ?? null;
  const coupon = couponId === null ? null : getOpenCoupon(context, couponId, 'discounts[0][coupon]');
  const trialEnd = trialEndOf(params, now);
  const totals = totalsOf(context, { items, coupon, isTrial: trialEnd !== null });
  const session = context.store.put(
    'checkoutSessions',
    newSession(context, params, customer, totals, expiryOf(params, now)),
  );
  const note: SessionNote = {
    id: session.id,
    items,
    coupon: couponId,
    trialEnd,
    missingPaymentMethod:
      params.subscription_data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    updatesAddress: customer === null || params.customer_update?.address === 'auto',
    updatesName: customer === null || params.customer_update?.name === 'auto',
  };
  context.store.put('sessionNotes', note);
  return session;
}
