import { z } from 'zod';
import { bool, emptyable, int, list, metadata, text } from '../wire/params.ts';

const quantity = int.refine((count) => count >= 1, 'Invalid quantity');
const coupons = emptyable(list(z.strictObject({ coupon: text.optional(), discount: text.optional() }))).optional();
export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({
    missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']).optional(),
  }),
});
/** The mode that new subscriptions have in this version anyway; prorations of the classic mode are others. */
export const billingMode = z.strictObject({
  type: z.literal('flexible'),
  flexible: z.strictObject({ proration_discounts: z.literal('included').optional() }).optional(),
});
const trialEnd = z.union([z.literal('now'), int]);
export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']);
export const itemsParam = list(
  z.strictObject({
    id: text.optional(),
    price: text.optional(),
    quantity: quantity.optional(),
    deleted: bool.optional(),
    metadata,
  }),
);

export const createParams = z.strictObject({
  customer: text,
  billing_mode: billingMode.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  items: list(z.strictObject({ price: text, quantity: quantity.optional(), metadata })).min(1),
  default_payment_method: text.optional(),
  description: text.max(500).optional(),
  discounts: coupons,
  metadata,
  off_session: bool.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.enum(['off', 'on_subscription']).optional() })
    .optional(),
  trial_end: trialEnd.optional(),
  trial_period_days: int.optional(),
  trial_settings: trialSettings.optional(),
});

export const updateParams = z.strictObject({
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  cancel_at: emptyable(z.union([int, z.enum(['min_period_end', 'max_period_end'])])).optional(),
  cancel_at_period_end: bool.optional(),
  cancellation_details: z
    .strictObject({ comment: emptyable(text).optional(), feedback: emptyable(text).optional() })
    .optional(),
  default_payment_method: text.optional(),
  description: emptyable(text.max(500)).optional(),
  discounts: coupons,
  items: itemsParam.optional(),
  metadata,
  off_session: bool.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  proration_behavior: prorationBehavior.optional(),
  proration_date: int.optional(),
  trial_end: trialEnd.optional(),
  trial_settings: trialSettings.optional(),
});
export type UpdateParams = z.output<typeof updateParams>;
