import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { pageOf } from '../wire/page-of.ts';
import { nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { getCustomer } from './get-customer.ts';

/** The kinds that people can choose on the pages, with the format of their values; other kinds accept any value. */
export const TAX_ID_KINDS: { type: string; label: string; pattern: RegExp; example: string }[] = [
  { type: 'eu_vat', label: 'EU VAT number', pattern: /^[A-Z]{2}[A-Z0-9+*.]{2,12}$/, example: 'DE123456789' },
  {
    type: 'gb_vat',
    label: 'United Kingdom VAT number',
    pattern: /^(?:GB|XI)(?:\d{9}|\d{12})$/,
    example: 'GB123456789',
  },
  { type: 'us_ein', label: 'United States EIN', pattern: /^\d{2}-?\d{7}$/, example: '12-3456789' },
];

function newTaxId(context: Context, customer: Stripe.Customer, type: string, value: string): Stripe.TaxId {
  return {
    id: newId('txi'),
    object: 'tax_id',
    country: /^[a-z]{2}_/.test(type) && type !== 'eu_vat' ? type.slice(0, 2).toUpperCase() : value.slice(0, 2),
    created: context.time,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { customer: customer.id, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
}

/** Adds a tax id to a customer; throws if its format is wrong for its kind. */
export function addTaxId(context: Context, customerId: string, type: string, value: string): Stripe.TaxId {
  const customer = getCustomer(context, customerId);
  const trimmed = value.trim().toUpperCase();
  const kind = TAX_ID_KINDS.find((one) => one.type === type);
  if (trimmed === '' || (kind && !kind.pattern.test(trimmed)))
    throw new StripeProblem(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  const taxId = context.store.put('taxIds', newTaxId(context, customer, type, trimmed));
  announce(context, 'customer.tax_id.created', taxId);
  return taxId;
}

export function taxIdsOf(context: Context, customer: string): Stripe.TaxId[] {
  return context.store.list('taxIds').filter((taxId) => taxId.customer === customer);
}

export function removeTaxId(
  context: Context,
  customer: string,
  id: string,
): { id: string; object: 'tax_id'; deleted: true } {
  const taxId = taxIdsOf(context, customer).find((one) => one.id === id);
  if (!taxId) throw noSuch('tax_id', id);
  context.store.remove('taxIds', id);
  announce(context, 'customer.tax_id.deleted', taxId);
  return { id, object: 'tax_id', deleted: true };
}

export const taxIdRoutes = [
  route(
    'POST',
    'customers/:id/tax_ids',
    z.strictObject({ type: text, value: text }),
    (context, params, customer = '') => addTaxId(context, customer, params.type, params.value),
  ),
  route('GET', 'customers/:id/tax_ids', z.strictObject(paging), (context, params, customer = '') => {
    getCustomer(context, customer);
    return pageOf(taxIdsOf(context, customer), params, `/v1/customers/${customer}/tax_ids`);
  }),
  route('DELETE', 'customers/:id/tax_ids/:id', nothing, (context, _params, customer = '', id = '') =>
    removeTaxId(context, customer, id),
  ),
];
