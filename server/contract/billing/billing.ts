import { z } from 'zod';
import { emailSchema } from '../account/auth.ts';
import { PRICE_IDS } from './plans.ts';

export const priceIdSchema = z.enum(PRICE_IDS);
/** An id of Stripe's: a prefix, then letters, digits and underscores. */
export const checkoutSessionIdSchema = z.string().regex(/^cs_[A-Za-z0-9_]{6,200}$/);

const promotionInput = { discount: z.enum(['first-time', 'welcome-back']).optional(), urgent: z.boolean().optional() };

/** What a person types. Codes are made in Stripe, from letters, digits and hyphens; case doesn't matter. */
export const promoCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z\d-]{1,60}$/);

/**
 * What starts a checkout (CHECKOUT-2). A price is one of our own keys; amounts never come from the client: `expectedFirstCents` and
 * `expectedCreditCents` are what the summary showed, and if they have changed, the checkout is refused rather than charged.
 */
export const checkoutSchema = z.strictObject({
  priceId: priceIdSchema,
  ...promotionInput,
  promoCode: promoCodeSchema.optional(),
  expectedFirstCents: z.number().int().min(0).max(10_000_000).optional(),
  expectedCreditCents: z.number().int().min(0).max(10_000_000).optional(),
});
/** The order to calculate tax for, as the summary shows it. */
export const checkoutTaxSchema = z.strictObject({
  priceId: priceIdSchema,
  ...promotionInput,
  promoCode: promoCodeSchema.optional(),
});
export const guestCheckoutSchema = z.strictObject({
  priceId: priceIdSchema,
  guestEmail: emailSchema,
  discount: z.enum(['first-time', 'welcome-back']).optional(),
});
/**
 * `prorationAt` is the instant the preview was calculated for, `fromPriceId` the plan it started from. The preview's amount is
 * the one charged, even if another tab changed the plan first. `when` is for downgrades, which wait for the end of the paid period
 * unless it is `now` (BILL-20); everything else happens now.
 */
export const changePlanSchema = z.strictObject({
  priceId: priceIdSchema,
  prorationAt: z.iso.datetime(),
  fromPriceId: priceIdSchema.optional(),
  when: z.enum(['now', 'period_end']).optional(),
});
