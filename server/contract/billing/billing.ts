import { z } from 'zod';
import { emailSchema } from '../account/auth.ts';
import { PRICE_IDS } from './plans.ts';

export const priceIdSchema = z.enum(PRICE_IDS);
/** Stripe's ids: a prefix, then letters, digits and underscores. */
const stripeIdSchema = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{6,200}$`));
export const checkoutSessionIdSchema = stripeIdSchema('cs');

const promotionInput = { discount: z.enum(['first-time', 'welcome-back']).optional(), urgent: z.boolean().optional() };

/**
 * What starts a checkout (spec §7 "create-checkout"). A price is one of ours by its key; amounts never come from outside:
 * `expectedFirstCents` is what the summary showed, and another price is refused rather than charged.
 */
export const checkoutSchema = z.strictObject({
  priceId: priceIdSchema,
  ...promotionInput,
  expectedFirstCents: z.number().int().min(0).max(10_000_000).optional(),
});
export const guestCheckoutSchema = z.strictObject({
  priceId: priceIdSchema,
  guestEmail: emailSchema,
  discount: z.enum(['first-time', 'welcome-back']).optional(),
});
/**
 * `prorationAt` is the instant that the preview was reckoned for, `fromPriceId` the plan it was reckoned from: what it said is
 * what is charged, also where another tab was quicker.
 */
export const changePlanSchema = z.strictObject({
  priceId: priceIdSchema,
  prorationAt: z.iso.datetime(),
  fromPriceId: priceIdSchema.optional(),
});
