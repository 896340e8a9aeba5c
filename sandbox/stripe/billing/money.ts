/** The smallest amount that can be charged; less goes to the customer's balance. */
export const SMALLEST_CHARGE_CENTS = 50;

/** Rounds to whole cents, halves away from zero. */
export function roundCents(cents: number): number {
  // The ratio of two second counts is not exact in binary; a hair below a half is meant as a half.
  const rounded = Math.floor(Math.abs(cents) + 0.5 + 1e-9);
  return cents < 0 && rounded > 0 ? -rounded : rounded;
}

/** The part of an amount that falls on the seconds from `from` to `end` of a period. */
export function partOf(cents: number, period: { start: number; end: number }, from: number): number {
  const whole = period.end - period.start;
  if (whole <= 0 || from >= period.end) return 0;
  return roundCents((cents * (period.end - Math.max(from, period.start))) / whole);
}
