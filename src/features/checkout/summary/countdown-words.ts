import { OFFER_MS } from '#contract/billing/discounts.ts';

/** The only moments announced to screen readers (docs/design.md, "Accessibility"). In seconds. */
const ANNOUNCED_AT_S = [300, 60] as const;
/** A tab may sleep through a moment; announcing it later than this would be wrong. */
const ANNOUNCED_FOR_S = 5;

/** Whole seconds left, capped at an offer's length, so that a wrong browser clock never promises more. */
export function secondsLeft(endsAt: string, nowMs: number): number {
  const leftMs = Math.min(OFFER_MS, new Date(endsAt).getTime() - nowMs);
  return Math.max(0, Math.ceil(leftMs / 1_000));
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Minutes and seconds: `14` and `32`. */
export function clockFace(seconds: number): [string, string] {
  return [twoDigits(Math.floor(seconds / 60)), twoDigits(seconds % 60)];
}

/** The announcement when one of the moments is reached. */
export function announcementAt(seconds: number): string {
  const reached = ANNOUNCED_AT_S.find((moment) => seconds <= moment && seconds > moment - ANNOUNCED_FOR_S);
  if (reached === undefined) return '';
  const minutes = reached / 60;
  return `The offer ends in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
