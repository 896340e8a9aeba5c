import type Stripe from 'stripe';
import { getRecurringPrice } from '../billing/subscription-items.ts';
import { getCustomer } from '../customers/get-customer.ts';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import type { SessionNote } from '../state/tables.ts';
import { mergeMetadata } from '../wire/params.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import type { SessionParams } from './session-params.ts';
import { discountOf, type Applied } from './discount-of.ts';
import { totalsOf, type Totals } from './totals.ts';
import { nulls } from '../state/nulls.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** Checkout accepts no trial that ends sooner. */
const TRIAL_MIN_SECONDS = 2 * DAY_SECONDS;
const LIFE_SECONDS = DAY_SECONDS;
const LIFE_MIN_SECONDS = 30 * MINUTE_SECONDS;

function trialEndOf(params: SessionParams, now: number): number | null {
  const { trial_end: end, trial_period_days: days } = params.subscription_data ?? {};
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

/** Combinations of parameters that Stripe refuses. */
function checkTogether(params: SessionParams): void {
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw new StripeProblem('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer',
    });
  if (params.customer !== undefined && params.automatic_tax?.enabled && params.customer_update?.address !== 'auto')
    throw new StripeProblem(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
    );
  if (params.customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto')
    throw new StripeProblem(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      { param: 'customer_update[name]' },
    );
}

function newSession(
  context: Context,
  params: SessionParams,
  customer: Stripe.Customer | null,
  totals: Totals,
  discount: Applied,
  expiresAt: number,
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58);
  const isTrial = totals.dueToday !== totals.firstBill + totals.tax;
  const isTaxed = params.automatic_tax?.enabled ?? false;
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: isTrial ? 0 : totals.regular,
    amount_total: totals.dueToday,
    automatic_tax: {
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: isTaxed ? 'complete' : null,
    },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: context.time,
    currency: totals.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_creation: customer ? null : 'always',
    customer_email: params.customer_email ?? null,
    discounts: discount.coupon ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }] : [],
    expires_at: expiresAt,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'subscription',
    ...(params.name_collection ? { name_collection: params.name_collection } : {}),
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_method_types: ['card'],
    payment_status: totals.dueToday === 0 ? 'no_payment_required' : 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    success_url: params.success_url,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: 'never',
    },
    total_details: {
      amount_discount: isTrial ? 0 : totals.discount,
      amount_shipping: 0,
      amount_tax: isTrial ? 0 : totals.tax,
    },
    ui_mode: 'hosted_page',
    url: `${context.pagesUrl}/pay/${id}`,
    ...nulls('adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types'),
    ...nulls('client_secret collected_information consent consent_collection currency_conversion'),
    ...nulls('customer_account customer_details integration_identifier invoice invoice_creation'),
    ...nulls('locale managed_payments origin_context payment_intent payment_link'),
    ...nulls('payment_method_configuration_details payment_method_options permissions'),
    ...nulls('recovered_from saved_payment_method_options setup_intent shipping_address_collection'),
    ...nulls('shipping_cost submit_type subscription wallet_options'),
  };
}

/** Creates a hosted pay page for a subscription. */
export function createSession(context: Context, params: SessionParams): Stripe.Checkout.Session {
  checkTogether(params);
  const customer = params.customer === undefined ? null : getCustomer(context, params.customer, 'customer');
  const now = context.time;
  const price = params.line_items[0]?.price ?? '';
  getRecurringPrice(context, price, 'line_items[0][price]');
  const discount = discountOf(context, params.discounts?.[0], { customer: params.customer ?? null, price });
  const { coupon } = discount;
  const trialEnd = trialEndOf(params, now);
  const isTaxed = params.automatic_tax?.enabled ?? false;
  const totals = totalsOf(context, { price, coupon, isTrial: trialEnd !== null, isTaxed });
  const session = context.store.put(
    'checkoutSessions',
    newSession(context, params, customer, totals, discount, expiryOf(params, now)),
  );
  const note: SessionNote = {
    id: session.id,
    price,
    coupon: coupon?.id ?? null,
    promotionCode: discount.promotionCode,
    isTaxed,
    trialEnd,
    missingPaymentMethod:
      params.subscription_data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    updatesAddress: customer === null || params.customer_update?.address === 'auto',
    updatesName: customer === null || params.customer_update?.name === 'auto',
  };
  context.store.put('sessionNotes', note);
  return session;
}
