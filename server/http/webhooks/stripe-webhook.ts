import type { Context } from 'hono';
import type { Container } from '#server/container.ts';

/**
 * Receives a Stripe event: checks the signature on the raw body, stores it and answers. Stripe resends what could not
 * be stored.
 */
export function stripeWebhook({ services }: Container) {
  return async (c: Context): Promise<Response> => {
    const signature = c.req.header('stripe-signature') ?? '';
    const isTaken = await services.billing.takeEvent(await c.req.text(), signature);
    return isTaken
      ? c.json({ received: true })
      : c.json({ error: { message: "The signature doesn't match, or this isn't an event." } }, 400);
  };
}
