import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { bool, list, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';

type Configuration = Stripe.BillingPortal.Configuration;
type Features = Configuration['features'];

const isEnabled = z.strictObject({ enabled: bool });
const params = z.strictObject({
  business_profile: z
    .strictObject({ headline: text.max(60), privacy_policy_url: text, terms_of_service_url: text })
    .partial()
    .optional(),
  default_return_url: text.optional(),
  features: z.strictObject({
    customer_update: isEnabled.extend({ allowed_updates: list(z.enum(['address', 'name', 'tax_id'])) }).optional(),
    invoice_history: isEnabled.optional(),
    payment_method_update: isEnabled.optional(),
    subscription_cancel: isEnabled.extend({ mode: z.literal('at_period_end').optional() }).optional(),
    // Plans are changed in the product, so the portal has no page for it.
    subscription_update: z.strictObject({ enabled: z.literal('false') }).optional(),
  }),
  metadata,
});

const NO_FEATURES: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'continue_trial',
  },
};

function withChanges(context: Context, before: Configuration, given: z.output<typeof params>): Configuration {
  const { features } = before;
  const { customer_update, invoice_history, payment_method_update, subscription_cancel } = given.features;
  return {
    ...before,
    business_profile: { ...before.business_profile, ...given.business_profile },
    default_return_url: given.default_return_url ?? before.default_return_url,
    features: {
      ...features,
      customer_update: { ...features.customer_update, ...customer_update },
      invoice_history: { ...features.invoice_history, ...invoice_history },
      payment_method_update: { ...features.payment_method_update, ...payment_method_update },
      subscription_cancel: { ...features.subscription_cancel, ...subscription_cancel },
    },
    metadata: mergeMetadata(before.metadata ?? {}, given.metadata),
    updated: context.time,
  };
}

export function getConfiguration(context: Context, id: string, param?: string): Configuration {
  const configuration = context.store.find('portalConfigurations', id);
  if (!configuration) throw noSuch('configuration', id, param);
  return configuration;
}

export function defaultConfiguration(context: Context): Configuration {
  const found = context.store.list('portalConfigurations').find((one) => one.is_default);
  if (found) return found;
  throw new StripeProblem(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    { param: 'configuration' },
  );
}

export const configurationRoutes = [
  route('POST', 'billing_portal/configurations', params, (context, given): Configuration => {
    const empty: Configuration = {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      created: context.time,
      default_return_url: null,
      features: NO_FEATURES,
      // At Stripe only the dashboard creates a default; there is no dashboard here, so the first one is the default.
      is_default: context.store.list('portalConfigurations').length === 0,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      name: null,
      updated: context.time,
    };
    return context.store.put('portalConfigurations', withChanges(context, empty, given));
  }),
  route('POST', 'billing_portal/configurations/:id', params, (context, given, id = '') => {
    const before = getConfiguration(context, id);
    return context.store.put('portalConfigurations', withChanges(context, before, given));
  }),
  route(
    'GET',
    'billing_portal/configurations',
    z.strictObject({ ...paging, active: z.literal('true').optional() }),
    (context, given) => pageOf(context.store.list('portalConfigurations'), given, '/v1/billing_portal/configurations'),
  ),
];
