/** The smallest amount that can be charged; smaller ones go to the customer's balance. */
export const SMALLEST_CHARGE_CENTS = 50;

/** The one rate that automatic tax computes here, wherever the customer is. */
export const TAX_PERCENT = 10;

/** The tax on top of an amount; credit gives its tax back. */
export function taxOn(cents: number): number {
  return roundCents((cents * TAX_PERCENT) / 100);
}

/** Rounds to whole cents, halves away from zero. */
export function roundCents(cents: number): number {
  // The ratio of two counts of seconds isn't exact in binary, so a hair below a half counts as a half.
  const rounded = Math.floor(Math.abs(cents) + 0.5 + 1e-9);
  return cents < 0 && rounded > 0 ? -rounded : rounded;
}

/** The share of an amount for the seconds from `from` to `end` of a period. */
export function partOf(cents: number, period: { start: number; end: number }, from: number): number {
  const whole = period.end - period.start;
  if (whole <= 0 || from >= period.end) return 0;
  return roundCents((cents * (period.end - Math.max(from, period.start))) / whole);
}
