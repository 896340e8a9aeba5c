import type { Stripe } from 'stripe';
import { z } from 'zod';

/** The customer or checkout session to re-read because of an event. Nothing else in it is trusted. */
export type StripeHint = { customerId: string | null; sessionId: string | null };

/** Stripe's ids have at most 255 characters. Anything else isn't one, and some of it could not be stored. */
const idSchema = z.string().regex(/^\w{1,255}$/);
/** An event of any type and version: only its object has to be there. */
const eventSchema = z.object({
  data: z.object({
    object: z.object({
      object: z.unknown().optional(),
      id: idSchema.nullish().catch(null),
      // Events have the id; API versions to come may have the whole customer.
      customer: z
        .union([idSchema, z.object({ id: idSchema }).transform(({ id }) => id)])
        .nullish()
        .catch(null),
    }),
  }),
});

export function stripeEvents(stripe: Stripe, webhookSecrets: string[]) {
  function readSigned(body: string, signature: string, secret: string): unknown {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch {
      // The SDK throws one error for a wrong signature, and others for one it can't read, such as an empty `v1=`.
      return undefined;
    }
  }

  return {
    /** Verifies an event's signature on the raw bytes. Null if it isn't from Stripe, or isn't an event. */
    readEvent: async (body: string, signature: string): Promise<StripeHint | null> => {
      const signed = webhookSecrets
        .map((secret) => readSigned(body, signature, secret))
        .find((one) => one !== undefined);
      const event = eventSchema.safeParse(signed).data;
      if (!event) return null;
      const { object, id = null, customer = null } = event.data.object;
      return {
        customerId: object === 'customer' ? id : customer,
        sessionId: object === 'checkout.session' ? id : null,
      };
    },
  };
}
