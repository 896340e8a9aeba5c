import { z } from 'zod';
import { bool, emptyable, int, list, metadata, text } from '../wire/params.ts';

const discounts = emptyable(list(z.strictObject({ coupon: text }))).optional();
export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
});
/** A subscription has exactly one item here. Without its id Stripe would add a second one, so the id is required. */
export const itemsParam = z.array(z.strictObject({ id: text, price: text })).length(1, 'The sandbox takes one item.');
/** Stripe's default, postponing prorations to the next invoice, isn't supported here: an item comes with one of these. */
export const prorationBehavior = z.enum(['always_invoice', 'none']);

export const automaticTax = z.strictObject({ enabled: bool }).optional();
export const createParams = z.strictObject({
  automatic_tax: automaticTax,
  customer: text,
  items: z.array(z.strictObject({ price: text })).length(1, 'The sandbox takes one item.'),
  default_payment_method: text.optional(),
  discounts,
  metadata,
  trial_end: int.optional(),
  trial_settings: trialSettings.optional(),
});

export const updateParams = z
  .strictObject({
    cancel_at: z.literal('').optional(),
    cancel_at_period_end: bool.optional(),
    default_payment_method: text.optional(),
    discounts,
    items: itemsParam.optional(),
    metadata,
    payment_behavior: z.literal('error_if_incomplete').optional(),
    proration_behavior: prorationBehavior.optional(),
    proration_date: int.optional(),
    trial_end: z.union([z.literal('now'), int]).optional(),
  })
  .refine(({ items, proration_behavior: behavior }) => !items || behavior !== undefined, {
    path: ['proration_behavior'],
    error: 'The sandbox notes no prorations down: say always_invoice or none.',
  });
export type UpdateParams = z.output<typeof updateParams>;
