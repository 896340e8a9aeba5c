import { z } from 'zod';
import { billingMode, trialSettings } from '../billing/subscription-params.ts';
import { bool, int, list, metadata, text } from '../wire/params.ts';

const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5_000);
const nameWish = z.strictObject({ enabled: bool, optional: bool.optional() });
const autoOrNever = z.enum(['auto', 'never']);

export const sessionParams = z.strictObject({
  mode: z.literal('subscription', { error: "The sandbox makes sessions with mode 'subscription' only." }),
  line_items: list(
    z.strictObject({ price: text, quantity: int.refine((count) => count >= 1, 'Invalid quantity').optional() }),
  )
    .min(1)
    .max(20),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  automatic_tax: z.strictObject({ enabled: z.literal('false') }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: address.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_email: text.max(800).optional(),
  customer_update: z
    .strictObject({ address: autoOrNever.optional(), name: autoOrNever.optional(), shipping: autoOrNever.optional() })
    .optional(),
  discounts: list(z.strictObject({ coupon: text }))
    .max(1)
    .optional(),
  expires_at: int.optional(),
  locale: text.optional(),
  metadata,
  name_collection: z.strictObject({ business: nameWish.optional(), individual: nameWish.optional() }).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: z
    .strictObject({
      billing_mode: billingMode.optional(),
      description: text.max(500).optional(),
      metadata,
      trial_end: int.optional(),
      trial_period_days: int.refine((days) => days >= 1, 'The minimum number of trial period days is 1.').optional(),
      trial_settings: trialSettings.optional(),
    })
    .optional(),
  success_url: address.optional(),
  tax_id_collection: z
    .strictObject({ enabled: bool, required: z.enum(['if_supported', 'never']).optional() })
    .optional(),
  ui_mode: z.literal('hosted_page').optional(),
});
export type SessionParams = z.output<typeof sessionParams>;
