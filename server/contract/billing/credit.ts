/** Stripe doesn't charge cards less than this. A smaller amount waits for the next invoice. */
const SMALLEST_CHARGE_CENTS = 50;

/** How an invoice is paid, in cents: `usedCents` by credit, `dueCents` by card; `leftCents` is the credit that remains. */
export type Payment = { usedCents: number; dueCents: number; leftCents: number };

/** Credit pays first, as it does at Stripe (BILL-7). */
export function payWithCredit(cents: number, creditCents: number): Payment {
  const usedCents = Math.min(cents, creditCents);
  const rest = cents - usedCents;
  return { usedCents, dueCents: rest < SMALLEST_CHARGE_CENTS ? 0 : rest, leftCents: creditCents - usedCents };
}
