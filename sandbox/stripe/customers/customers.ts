import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow } from '../billing/cancel.ts';
import { pageOf } from '../wire/page-of.ts';
import { emptyable, int, mergeMetadata, metadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { fullAddress, type SubmittedAddress } from './address.ts';
import { getCustomer } from './get-customer.ts';
import { attachMethod, getMethodOf } from './payment-methods.ts';
import { nulls } from '../state/nulls.ts';

const part = text.max(500).optional();
const shared = {
  address: emptyable(
    z.strictObject({ line1: part, line2: part, city: part, state: part, postal_code: part, country: part }),
  ).optional(),
  balance: int.optional(),
  business_name: text.max(150).optional(),
  email: text.max(512).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata,
  name: text.optional(),
};
const createSchema = z.strictObject({
  ...shared,
  payment_method: text.optional(),
});
type Shared = Omit<z.output<typeof createSchema>, 'payment_method' | 'address'> & {
  address?: SubmittedAddress | null;
};

function checkEmail(email: string | undefined): void {
  if (email && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email))
    throw new StripeProblem(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

/** A missing text stays unchanged, an empty one unsets the field. */
function textOr(given: string | null | undefined, before: string | null | undefined): string | null {
  return given === undefined ? (before ?? null) : given || null;
}

function withChanges(before: Stripe.Customer, params: Shared): Stripe.Customer {
  const { invoice_settings: settings } = params;
  return {
    ...before,
    ...(params.business_name === undefined ? {} : { business_name: params.business_name }),
    address: params.address === undefined ? before.address : params.address && fullAddress(params.address),
    balance: params.balance ?? before.balance,
    email: textOr(params.email, before.email),
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method:
        settings?.default_payment_method === undefined
          ? before.invoice_settings.default_payment_method
          : settings.default_payment_method || null,
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: textOr(params.name, before.name),
  };
}

function emptyCustomer(context: Context): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    balance: 0,
    created: context.time,
    delinquent: false,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...nulls('address currency customer_account default_source description discount email name'),
    ...nulls('phone shipping test_clock'),
  };
}

export function createCustomer(context: Context, params: Shared & { payment_method?: string }): Stripe.Customer {
  const { payment_method: method, ...rest } = params;
  checkEmail(rest.email);
  let customer = context.store.put('customers', withChanges(emptyCustomer(context), rest));
  const wanted = rest.invoice_settings?.default_payment_method;
  if (wanted && wanted !== method)
    getMethodOf(context, wanted, customer.id, 'invoice_settings[default_payment_method]');
  if (method) {
    // Names such as `pm_card_visa` are templates: attaching one creates a card of its own.
    const attached = attachMethod(context, method, customer.id);
    const settings = { ...customer.invoice_settings, default_payment_method: attached.id };
    if (wanted) customer = context.store.patch('customers', customer.id, { invoice_settings: settings });
  }
  announce(context, 'customer.created', customer);
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
    if (subscription.customer === id && subscription.ended_at === null) cancelNow(context, subscription, null);
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
  route('GET', 'customers', z.strictObject({ ...paging, email: text.optional() }), (context, params) => {
    const rows = context.store
      .list('customers')
      // Stripe compares addresses case-sensitively.
      .filter((customer) => params.email === undefined || customer.email === params.email);

    return pageOf(rows, params, '/v1/customers');
  }),
];
