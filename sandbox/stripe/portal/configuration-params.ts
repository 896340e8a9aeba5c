import { z } from 'zod';
import { bool, emptyable, int, list, metadata, text } from '../wire/params.ts';

const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']);

const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: bool.optional(),
      allowed_updates: emptyable(list(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))).optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: bool }).optional(),
  payment_method_update: z.strictObject({ enabled: bool }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: bool.optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: prorationBehavior.optional(),
      cancellation_reason: z
        .strictObject({ enabled: bool.optional(), options: emptyable(list(text)).optional() })
        .optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: bool.optional(),
      default_allowed_updates: emptyable(list(z.enum(['price', 'promotion_code', 'quantity']))).optional(),
      products: emptyable(
        list(
          z.strictObject({
            product: text,
            prices: list(text),
            adjustable_quantity: z
              .strictObject({ enabled: bool, minimum: int.optional(), maximum: int.optional() })
              .optional(),
          }),
        ),
      ).optional(),
      proration_behavior: prorationBehavior.optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
});
const shared = {
  business_profile: z
    .strictObject({
      headline: emptyable(text.max(60)).optional(),
      privacy_policy_url: emptyable(text).optional(),
      terms_of_service_url: emptyable(text).optional(),
    })
    .optional(),
  login_page: z.strictObject({ enabled: z.literal('false') }).optional(),
  default_return_url: emptyable(text).optional(),
  metadata,
  name: emptyable(text).optional(),
};

export const configurationCreateParams = z.strictObject({ ...shared, features });
export const configurationUpdateParams = z.strictObject({
  ...shared,
  active: bool.optional(),
  features: features.optional(),
});
export type ConfigurationParams = z.output<typeof configurationUpdateParams>;
