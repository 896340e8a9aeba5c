import type { Context } from 'hono';
import type { Container } from '#server/container.ts';

/** Takes Stripe's events: signature on the raw body, kept, answered at once. What could not be kept is sent again by Stripe. */
export function stripeWebhook({ services }: Container) {
  return async (c: Context): Promise<Response> => {
    const signature = c.req.header('stripe-signature') ?? '';
    const isTaken = await services.billing.takeEvent(await c.req.text(), signature);
    return isTaken ? c.json({ received: true }) : c.json({ error: { message: 'The signature does not fit.' } }, 400);
  };
}
