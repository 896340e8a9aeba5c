import type Stripe from 'stripe';
import { z } from 'zod';
import { getPrice } from '../catalogue/prices.ts';
import { getProduct } from '../catalogue/products.ts';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { pageOf } from '../wire/page-of.ts';
import { bool, mergeMetadata, nothing, paging } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import {
  configurationCreateParams,
  configurationUpdateParams,
  type ConfigurationParams,
} from './configuration-params.ts';

type Configuration = Stripe.BillingPortal.Configuration;
type Features = Configuration['features'];

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

/** What was given wins; undefined and null do not. */
function over<T extends object>(before: T, given: object | undefined): T {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return { ...before, ...Object.fromEntries(set) };
}

function mergeFeatures(context: Context, before: Features, given: ConfigurationParams['features']): Features {
  if (!given) return before;
  const products = given.subscription_update?.products?.map(({ product, prices, adjustable_quantity: quantity }) => {
    getProduct(context, product, 'features[subscription_update][products][0][product]');
    for (const price of prices)
      if (getPrice(context, price, 'features[subscription_update][products][0][prices]').product !== product)
        throw new StripeProblem(`The price ${price} does not belong to the product ${product}.`, {
          param: 'features[subscription_update][products]',
        });
    return {
      product,
      prices,
      adjustable_quantity: {
        enabled: quantity?.enabled ?? false,
        maximum: quantity?.maximum ?? null,
        minimum: quantity?.minimum ?? 1,
      },
    };
  });
  const reason = over(before.subscription_cancel.cancellation_reason, given.subscription_cancel?.cancellation_reason);
  return {
    ...before,
    customer_update: over(before.customer_update, given.customer_update),
    invoice_history: over(before.invoice_history, given.invoice_history),
    payment_method_update: over(before.payment_method_update, given.payment_method_update),
    subscription_cancel: {
      ...over(before.subscription_cancel, given.subscription_cancel),
      cancellation_reason: reason,
    },
    subscription_update: {
      ...over(before.subscription_update, given.subscription_update),
      ...(products ? { products } : {}),
    },
  };
}

function withChanges(context: Context, before: Configuration, params: ConfigurationParams): Configuration {
  return {
    ...before,
    active: params.active ?? before.active,
    business_profile: over(before.business_profile, params.business_profile),
    default_return_url: params.default_return_url === undefined ? before.default_return_url : params.default_return_url,
    features: mergeFeatures(context, before.features, params.features),
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    name: params.name === undefined ? before.name : params.name,
    updated: context.time,
  };
}

export function getConfiguration(context: Context, id: string, param?: string): Configuration {
  const configuration = context.store.find('portalConfigurations', id);
  if (!configuration) throw noSuch('configuration', id, param);
  return configuration;
}

export function defaultConfiguration(context: Context): Configuration {
  const found = context.store.list('portalConfigurations').find((one) => one.is_default && one.active);
  if (found) return found;
  throw new StripeProblem(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    { param: 'configuration' },
  );
}

export const configurationRoutes = [
  route('POST', 'billing_portal/configurations', configurationCreateParams, (context, params): Configuration => {
    const empty: Configuration = {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      created: context.time,
      default_return_url: null,
      features: NO_FEATURES,
      // At Stripe only the dashboard makes a default; here nobody could, so the first one is it.
      is_default: context.store.list('portalConfigurations').length === 0,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      name: null,
      updated: context.time,
    };
    const configuration = context.store.put('portalConfigurations', withChanges(context, empty, params));
    announce(context, 'billing_portal.configuration.created', configuration);
    return configuration;
  }),
  route('GET', 'billing_portal/configurations/:id', nothing, (context, _params, id = '') =>
    getConfiguration(context, id),
  ),
  route('POST', 'billing_portal/configurations/:id', configurationUpdateParams, (context, params, id = '') => {
    const before = getConfiguration(context, id);
    const after = context.store.put('portalConfigurations', withChanges(context, before, params));
    announceChange(context, 'billing_portal.configuration.updated', before, after);
    return after;
  }),
  route(
    'GET',
    'billing_portal/configurations',
    z.strictObject({ ...paging, active: bool.optional(), is_default: bool.optional() }),
    (context, params) => {
      const rows = context.store
        .list('portalConfigurations')
        .filter((one) => params.active === undefined || one.active === params.active)
        .filter((one) => params.is_default === undefined || one.is_default === params.is_default);
      return pageOf(rows, params, '/v1/billing_portal/configurations');
    },
  ),
];
