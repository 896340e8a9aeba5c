import type { Stripe } from 'stripe';
import { couponOf, PROMOTION_NAMES, PROMOTIONS } from '#contract/billing/discounts.ts';
import {
  CYCLE_MONTHS,
  CYCLE_NAMES,
  cyclePriceCents,
  PLANS,
  PRICE_IDS,
  readPriceId,
  type PriceId,
} from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { isMissing } from './stripe-client.ts';
import { METADATA } from './stripe-shapes.ts';

/** Marks our portal configuration among those in the account. */
const PORTAL_MARK = { [METADATA.purchase]: 'tenfold' };
export const isOurPortal = ({ metadata, active }: Stripe.BillingPortal.Configuration): boolean =>
  active && metadata?.[METADATA.purchase] === PORTAL_MARK[METADATA.purchase];

type Change = 'created' | 'updated' | 'kept';
/** One change made in the Stripe account, for the output of the script. */
export type CatalogStep = { change: Change; what: string };
type Site = { publicUrl: string };

export const productId = (plan: string) => `tenfold_${plan}`;

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function syncProducts(stripe: Stripe): Promise<CatalogStep[]> {
  const steps: CatalogStep[] = [];
  for (const plan of PLANS) {
    const id = productId(plan.id);
    const wanted = { name: `${PRODUCT_NAME} ${plan.name}`, description: plan.audience };
    const known = await orMissing(stripe.products.retrieve(id));
    const isCurrent = known?.active && known.name === wanted.name && known.description === wanted.description;
    if (!known) await stripe.products.create({ id, ...wanted });
    else if (!isCurrent) await stripe.products.update(id, { ...wanted, active: true });
    steps.push({ change: known ? (isCurrent ? 'kept' : 'updated') : 'created', what: `product ${id}` });
  }
  return steps;
}

function isSamePrice(price: Stripe.Price, wanted: { unit_amount: number; months: number; product: string }): boolean {
  const { interval, interval_count: count } = price.recurring ?? {};
  const months = (interval === 'year' ? 12 : interval === 'month' ? 1 : 0) * (count ?? 0);
  return (
    price.active &&
    price.currency === 'usd' &&
    price.unit_amount === wanted.unit_amount &&
    months === wanted.months &&
    price.product === wanted.product &&
    price.metadata[METADATA.priceId] === price.lookup_key
  );
}

/** A price at Stripe never changes. When ours does, the old one is replaced, and existing subscribers keep it. */
async function syncPrice(stripe: Stripe, key: PriceId, known: Stripe.Price | undefined): Promise<CatalogStep> {
  const parts = readPriceId(key);
  if (!parts) throw new Error(`no plan and cycle in price ${key}`);
  const { plan, cycle } = parts;
  const wanted = {
    unit_amount: cyclePriceCents(plan, cycle),
    months: CYCLE_MONTHS[cycle],
    product: productId(plan),
  };
  if (known && isSamePrice(known, wanted)) {
    // Stripe Tax needs this, and it can be set only once.
    const isSaid = known.tax_behavior !== null && known.tax_behavior !== 'unspecified';
    if (!isSaid) await stripe.prices.update(known.id, { tax_behavior: 'exclusive' });
    return { change: isSaid ? 'kept' : 'updated', what: `price ${key}` };
  }
  await stripe.prices.create({
    currency: 'usd',
    product: wanted.product,
    unit_amount: wanted.unit_amount,
    recurring: cycle === 'annual' ? { interval: 'year' } : { interval: 'month', interval_count: CYCLE_MONTHS[cycle] },
    nickname: CYCLE_NAMES[cycle],
    lookup_key: key,
    tax_behavior: 'exclusive',
    transfer_lookup_key: true,
    metadata: { [METADATA.priceId]: key },
  });
  if (known?.active) await stripe.prices.update(known.id, { active: false });
  return { change: known ? 'updated' : 'created', what: `price ${key}: ${wanted.unit_amount / 100} USD` };
}

async function syncPrices(stripe: Stripe): Promise<CatalogStep[]> {
  const known = await stripe.prices.list({ lookup_keys: [...PRICE_IDS], limit: 100 });
  const steps: CatalogStep[] = [];
  for (const key of PRICE_IDS)
    steps.push(
      await syncPrice(
        stripe,
        key,
        known.data.find((price) => price.lookup_key === key),
      ),
    );
  return steps;
}

/** One coupon for each promotion and price. It takes a fixed amount off, so that a percentage is never rounded twice. */
async function syncCoupons(stripe: Stripe): Promise<CatalogStep[]> {
  const steps: CatalogStep[] = [];
  for (const promotion of PROMOTIONS)
    for (const key of PRICE_IDS) {
      const coupon = couponOf(key, promotion);
      if (!coupon) continue;
      const known = await orMissing(stripe.coupons.retrieve(coupon.id));
      const isCurrent = known?.amount_off === coupon.offCents && known.duration === 'once' && known.currency === 'usd';
      if (known && !isCurrent) await stripe.coupons.del(coupon.id);
      if (!isCurrent)
        await stripe.coupons.create({
          id: coupon.id,
          amount_off: coupon.offCents,
          currency: 'usd',
          duration: 'once',
          name: PROMOTION_NAMES[promotion],
        });
      const change = known ? (isCurrent ? 'kept' : 'updated') : 'created';
      steps.push({ change, what: `coupon ${coupon.id}: ${coupon.offCents / 100} USD off` });
    }
  return steps;
}

/** The portal covers cards, details and invoices. Plans are changed in the app, where a preview shows the effect. */
async function syncPortal(stripe: Stripe, { publicUrl }: Site): Promise<CatalogStep> {
  const wanted = {
    business_profile: {
      headline: `${PRODUCT_NAME}: cards, details and invoices`,
      privacy_policy_url: `${publicUrl}/privacy`,
      terms_of_service_url: `${publicUrl}/terms`,
    },
    default_return_url: `${publicUrl}/dashboard/billing`,
    features: {
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
    metadata: PORTAL_MARK,
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(isOurPortal);
  if (known) await stripe.billingPortal.configurations.update(known.id, wanted);
  else await stripe.billingPortal.configurations.create(wanted);
  return { change: known ? 'updated' : 'created', what: 'portal configuration' };
}

/** Creates or updates everything that is sold, in the account that the key belongs to. Running it again changes nothing. */
export async function syncStripeCatalog(stripe: Stripe, site: Site): Promise<CatalogStep[]> {
  return [
    ...(await syncProducts(stripe)),
    ...(await syncPrices(stripe)),
    ...(await syncCoupons(stripe)),
    await syncPortal(stripe, site),
  ];
}
