import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import { TAX_ID_TYPES, type BillingDetailsInput } from '#contract/billing/billing-details.ts';
import type { Card } from '#contract/billing/card.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isMissing } from './stripe-client.ts';
import { cardOf } from './stripe-shapes.ts';

/** What a customer's invoices show. `type` is Stripe's code, such as `eu_vat`; `card` is the customer's default. */
export type StripeDetails = {
  card: Card | null;
  company: string;
  taxId: { type: string; value: string } | null;
  address: { line1: string; line2: string; city: string; state: string; postalCode: string; country: string };
};

const isWrongTaxId = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid';

function addressOf(address: Stripe.Address | null | undefined): StripeDetails['address'] {
  const { line1, line2, city, state, postal_code: postalCode, country } = address ?? {};
  return {
    line1: line1 ?? '',
    line2: line2 ?? '',
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country: country ?? '',
  };
}

export function stripeDetails(stripe: Stripe) {
  const taxIdsOf = async (customer: string) => (await stripe.customers.listTaxIds(customer, { limit: 100 })).data;

  const removeTaxId = (customer: string, id: string) =>
    stripe.customers.deleteTaxId(customer, id).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });

  /** A customer has one tax id. The new one is added first: if it is refused, the old one stays. */
  async function replaceTaxId(customer: string, { taxId: value, taxIdType: type }: BillingDetailsInput, key: string) {
    const known = await taxIdsOf(customer);
    const isOffered = TAX_ID_TYPES.some(({ id }) => id === type) || known.some((one) => one.type === type);
    if (value !== '' && !isOffered) throw new AppError('TAX_ID_INVALID');
    if (known.length === 1 && known[0]?.type === type && known[0].value === value) return;
    const made =
      value === ''
        ? null
        : await stripe.customers.createTaxId(customer, { type, value }, { idempotencyKey: `${key}-tax-id` });
    for (const { id } of known) if (id !== made?.id) await removeTaxId(customer, id);
  }

  return {
    /** Null when the customer was deleted at Stripe. */
    readDetails: async (id: string): Promise<StripeDetails | null> => {
      const [customer, [taxId]] = await Promise.all([
        stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] }),
        taxIdsOf(id),
      ]);
      if (customer.deleted) return null;
      return {
        card: cardOf(customer.invoice_settings.default_payment_method),
        company: customer.business_name ?? customer.name ?? '',
        taxId: taxId ? { type: taxId.type, value: taxId.value } : null,
        address: addressOf(customer.address),
      };
    },

    /** Sending the same form again has one effect. Throws TAX_ID_INVALID. */
    saveDetails: async (id: string, details: BillingDetailsInput): Promise<void> => {
      const { attempt, company, address } = details;
      const content = createHash('sha256').update(JSON.stringify(details)).digest('hex').slice(0, 32);
      const key = `details-${id}-${attempt}-${content}`;
      const { line1, line2, city, state, postalCode, country } = address;
      try {
        await replaceTaxId(id, details, key);
      } catch (error) {
        if (isWrongTaxId(error)) throw new AppError('TAX_ID_INVALID');
        throw error;
      }
      await stripe.customers.update(
        id,
        {
          name: company,
          business_name: company,
          address: country === '' ? '' : { line1, line2, city, state, postal_code: postalCode, country },
        },
        { idempotencyKey: `${key}-customer` },
      );
    },
  };
}
