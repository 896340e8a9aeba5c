import { z } from 'zod';
import { emailSchema } from '../account/auth.ts';
import { checkoutSessionIdSchema } from './billing.ts';
import { GUEST_CORRECTIONS_MAX } from './billing-times.ts';

/** Another address for a purchase as a guest. Only the browser that paid may send it. */
export const correctGuestEmailSchema = z.strictObject({ sessionId: checkoutSessionIdSchema, guestEmail: emailSchema });

/** What a link in an email about a purchase names: the purchase, and how often its address had been corrected. */
export const guestLinkSchema = z.strictObject({
  purchaseId: z.guid(),
  corrections: z.number().int().min(0).max(GUEST_CORRECTIONS_MAX),
});
export type GuestLink = z.output<typeof guestLinkSchema>;
