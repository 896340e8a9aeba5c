import { formatAmount } from '#src/lib/text/format.ts';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Requested = Pick<
  inferRouterOutputs<AppRouter>['billing']['requestRefund'],
  'refund' | 'refundedCents' | 'current'
>;

type Preview = { amountCents: number; disputedCents: number; creditCents: number };

/** What a refund pays back, what it can't because the bank has it, and the credit that it takes away. */
export function refundSentence({ amountCents, disputedCents, creditCents }: Preview): string {
  const credit = creditCents > 0 ? ` Your ${formatAmount(creditCents)} of credit ends with the plan.` : '';
  if (disputedCents > 0) {
    const rest =
      amountCents > 0 ? ` You’ll get back the other ${formatAmount(amountCents)} on the card you paid with.` : '';
    return `You disputed ${formatAmount(disputedCents)} with your bank, so we can’t refund it: your bank decides.${rest}${credit}`;
  }
  return `You’ll get back ${formatAmount(amountCents)}, everything you’ve paid, on the card you paid with. How soon it arrives is up to your bank.${credit}`;
}

/** The button that confirms a refund. It promises none if the customer disputed everything they paid. */
export const refundButton = (preview: Preview | undefined): string =>
  preview?.amountCents === 0 && preview.disputedCents > 0 ? 'End plan' : 'End plan and refund me';

/** The message after a refund was requested: it's done, up to the bank, or the payment provider hasn't accepted it yet. */
export function refundNews(
  planName: string,
  { refund, refundedCents, current }: Requested,
): { title: string; text: string } {
  if (refund === 'done')
    return {
      title: 'Your refund is on its way',
      text: `${planName} has ended. The invoice shows the refund.`,
    };
  if (refund === 'disputed') {
    const rest = refundedCents ? ` The other ${formatAmount(refundedCents)} is on its way.` : '';
    return {
      title: `${planName} has ended`,
      text: `You disputed a payment with your bank, so we can’t refund that one: your bank decides.${rest}`,
    };
  }
  const end = current ? `${planName} ends with your refund.` : `${planName} has ended.`;
  return {
    title: 'We’re working on your refund',
    text: `Our payment provider hasn’t taken it yet. We’ll keep retrying until it does. ${end}`,
  };
}
