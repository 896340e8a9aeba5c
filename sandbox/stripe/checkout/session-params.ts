import { z } from 'zod';
import { automaticTax, trialSettings } from '../billing/subscription-params.ts';
import { bool, int, list, metadata, text } from '../wire/params.ts';

const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5_000);
const autoOrNever = z.enum(['auto', 'never']);

export const sessionParams = z.strictObject({
  mode: z.literal('subscription', { error: "The sandbox makes sessions with mode 'subscription' only." }),
  line_items: z
    .array(z.strictObject({ price: text, quantity: z.literal('1').optional() }))
    .length(1, 'The sandbox takes one item.'),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  automatic_tax: automaticTax,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: address.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_email: text.max(800).optional(),
  customer_update: z.strictObject({ address: autoOrNever.optional(), name: autoOrNever.optional() }).optional(),
  discounts: list(z.union([z.strictObject({ coupon: text }), z.strictObject({ promotion_code: text })]))
    .max(1)
    .optional(),
  expires_at: int.optional(),
  metadata,
  name_collection: z.strictObject({ business: z.strictObject({ enabled: bool, optional: bool }) }).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: z
    .strictObject({
      metadata,
      trial_end: int.optional(),
      trial_period_days: int.refine((days) => days >= 1, 'The minimum number of trial period days is 1.').optional(),
      trial_settings: trialSettings.optional(),
    })
    .optional(),
  success_url: address,
  tax_id_collection: z.strictObject({ enabled: bool }).optional(),
});
export type SessionParams = z.output<typeof sessionParams>;
