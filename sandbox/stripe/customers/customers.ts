import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow } from '../billing/cancel.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import {
  address,
  created,
  emptyable,
  int,
  list,
  mergeMetadata,
  metadata,
  nothing,
  paging,
  text,
} from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { fullAddress } from './address.ts';
import { getCustomer } from './get-customer.ts';
import { attachMethod, getMethodOf } from './payment-methods.ts';
import { addTaxId } from './tax-ids.ts';

const shared = {
  address: address.optional(),
  balance: int.optional(),
  business_name: emptyable(text).optional(),
  description: text.optional(),
  email: text.max(512).optional(),
  individual_name: emptyable(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional(), footer: text.optional() }).optional(),
  metadata,
  name: text.optional(),
  phone: text.optional(),
  preferred_locales: list(text).optional(),
  tax_exempt: emptyable(z.enum(['none', 'exempt', 'reverse'])).optional(),
};
const createSchema = z.strictObject({
  ...shared,
  payment_method: text.optional(),
  test_clock: text.optional(),
  tax_id_data: list(z.strictObject({ type: text, value: text })).optional(),
});
type Shared = Omit<z.output<typeof createSchema>, 'payment_method' | 'test_clock' | 'tax_id_data'>;

function checkEmail(email: string | undefined): void {
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new StripeProblem(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

/** A text that was not given stays, an empty one unsets. */
function textOr(given: string | null | undefined, before: string | null | undefined): string | null {
  return given === undefined ? (before ?? null) : given || null;
}

function withChanges(before: Stripe.Customer, params: Shared): Stripe.Customer {
  const { invoice_settings: settings } = params;
  const names = {
    ...(params.business_name ? { business_name: params.business_name } : {}),
    ...(params.individual_name ? { individual_name: params.individual_name } : {}),
  };
  return {
    ...before,
    ...names,
    address: params.address === undefined ? before.address : params.address && fullAddress(params.address),
    balance: params.balance ?? before.balance,
    description: textOr(params.description, before.description),
    email: textOr(params.email, before.email),
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method:
        settings?.default_payment_method === undefined
          ? before.invoice_settings.default_payment_method
          : settings.default_payment_method || null,
      footer: textOr(settings?.footer, before.invoice_settings.footer),
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: textOr(params.name, before.name),
    phone: textOr(params.phone, before.phone),
    preferred_locales: params.preferred_locales ?? before.preferred_locales,
    tax_exempt: params.tax_exempt ?? before.tax_exempt,
  };
}

function emptyCustomer(context: Context, clock: string | null): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: clock === null ? context.time : (context.store.find('testClocks', clock)?.frozen_time ?? context.time),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock,
  };
}

export function createCustomer(context: Context, params: z.output<typeof createSchema>): Stripe.Customer {
  const { payment_method: method, test_clock: clock, tax_id_data: taxIds = [], ...rest } = params;
  checkEmail(rest.email);
  if (clock !== undefined && !context.store.find('testClocks', clock)) throw noSuch('testclock', clock, 'test_clock');
  let customer = context.store.put('customers', withChanges(emptyCustomer(context, clock ?? null), rest));
  const wanted = rest.invoice_settings?.default_payment_method;
  if (wanted && wanted !== method)
    getMethodOf(context, wanted, customer.id, 'invoice_settings[default_payment_method]');
  if (method) {
    // `pm_card_visa` and its kin are names: what gets attached is a card of its own.
    const attached = attachMethod(context, method, customer.id);
    const settings = { ...customer.invoice_settings, default_payment_method: attached.id };
    if (wanted) customer = context.store.patch('customers', customer.id, { invoice_settings: settings });
  }
  announce(context, 'customer.created', customer);
  for (const { type, value } of taxIds) addTaxId(context, customer.id, type, value);
  return customer;
}

export function updateCustomer(context: Context, id: string, params: Shared): Stripe.Customer {
  const before = getCustomer(context, id);
  checkEmail(params.email);
  const method = params.invoice_settings?.default_payment_method;
  if (method) getMethodOf(context, method, id, 'invoice_settings[default_payment_method]');
  const customer = context.store.put('customers', withChanges(before, params));
  announceChange(context, 'customer.updated', before, customer);
  return customer;
}

function deleteCustomer(context: Context, id: string): Stripe.DeletedCustomer {
  const customer = getCustomer(context, id);
  for (const subscription of context.store.list('subscriptions'))
    if (subscription.customer === id && subscription.ended_at === null) cancelNow(context, subscription, {});
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  announce(context, 'customer.deleted', context.store.find('customers', id) ?? customer);
  context.store.remove('customers', id);
  context.store.put('deletedCustomers', deleted);
  return deleted;
}

export const customerRoutes = [
  route('POST', 'customers', createSchema, createCustomer),
  route('GET', 'customers/:id', nothing, (context, _params, id = '') => {
    return context.store.find('deletedCustomers', id) ?? getCustomer(context, id);
  }),
  route('POST', 'customers/:id', z.strictObject(shared), (context, params, id = '') =>
    updateCustomer(context, id, params),
  ),
  route('DELETE', 'customers/:id', nothing, (context, _params, id = '') => deleteCustomer(context, id)),
  route(
    'GET',
    'customers',
    z.strictObject({ ...paging, created, email: text.optional(), test_clock: text.optional() }),
    (context, params) => {
      const rows = context.store
        .list('customers')
        // Stripe compares addresses to the letter.
        .filter((customer) => params.email === undefined || customer.email === params.email)
        .filter((customer) => (params.test_clock ?? null) === (customer.test_clock ?? null))
        .filter((customer) => isCreatedIn(customer.created, params.created));
      return pageOf(rows, params, '/v1/customers');
    },
  ),
];
