import { z } from 'zod';
import type { Refunded } from '#server/gateways/stripe/stripe-invoices.ts';

/** What a notice about a refund keeps for its email. The first ones didn't know of disputes. */
export const refundDetailsSchema = z.object({
  cents: z.number(),
  disputedCents: z.number().default(0),
  isDuplicate: z.boolean(),
  isByHand: z.boolean().default(false),
  isReplaced: z.boolean().default(false),
});
type RefundDetails = z.output<typeof refundDetailsSchema>;

export const refundDetails = (
  { cents, disputed }: Refunded,
  {
    isDuplicate,
    isByHand = false,
    isReplaced = false,
  }: { isDuplicate: boolean; isByHand?: boolean; isReplaced?: boolean },
): RefundDetails => ({
  cents,
  disputedCents: disputed.reduce((sum, payment) => sum + payment.cents, 0),
  isDuplicate,
  isByHand,
  isReplaced,
});
