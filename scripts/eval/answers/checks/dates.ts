import { DAY_MS } from '#contract/billing/plans.ts';

/** A day in the coming weeks is a proposal, not a figure. */
const HORIZON_DAYS = 45;
const MONTHS = [
  'jan(?:uary|uar|vier)?|enero',
  'feb(?:ruary|ruar|rero)?|févr?(?:ier)?',
  'mar(?:ch|zo|s)?|märz',
  'apr(?:il)?|abril|avril',
  'may|mai|mayo',
  'june?|juni|junio|juin',
  'july?|juli|julio|juillet',
  'aug(?:ust)?|agosto|août',
  'sept?(?:ember|iembre|embre)?',
  'oct(?:ober|ubre|obre)?|okt(?:ober)?',
  'nov(?:ember|iembre|embre)?',
  'dec(?:ember)?|dez(?:ember)?|dic(?:iembre)?|déc(?:embre)?',
];
const ANY_MONTH = MONTHS.join('|');
const YEAR = String.raw`(?:,?\s*(?:de\s+)?(?<year>20\d\d))?`;
const FORMATS = [
  String.raw`\b(?<month>${ANY_MONTH})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?\b${YEAR}`,
  String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(?<month>${ANY_MONTH})\b\.?${YEAR}`,
  String.raw`\b(?<year>20\d\d)-(?<number>\d\d)-(?<day>\d\d)\b`,
  String.raw`\b(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?<year>20\d\d)?(?!\d)`,
].map((format) => new RegExp(format, 'giu'));

function isSoon(groups: Record<string, string | undefined>, today: Date): boolean {
  const { day = '', month, number, year } = groups;
  const index = month
    ? MONTHS.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(month))
    : Number(number) - 1;
  const years = year ? [Number(year)] : [today.getUTCFullYear(), today.getUTCFullYear() + 1];
  return years.some((one) => {
    const date = Date.UTC(one, index, Number(day));
    return new Date(date).getUTCMonth() === index && Math.abs(date - today.getTime()) <= HORIZON_DAYS * DAY_MS;
  });
}

/** The text without the dates of the coming weeks and of those just past. */
export function withoutNearDates(text: string, today: Date): string {
  return FORMATS.reduce(
    (rest, format) =>
      rest.replaceAll(format, (date: string, ...found: unknown[]) => {
        const groups = found.at(-1) as Record<string, string | undefined>; // reason: every format has named groups
        return isSoon(groups, today) ? ' ' : date;
      }),
    text,
  );
}
