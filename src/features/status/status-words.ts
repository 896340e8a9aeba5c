import { DAY_MS } from '#contract/billing/plans.ts';
import type { ComponentState, ComponentStatus, StatusComponent, StatusReport } from '#contract/site/status.ts';
import { listInWords } from '#src/lib/list-in-words.ts';
import { formatUtcDay } from '#src/lib/utc-day.ts';

export const COMPONENT_TEXTS: Record<StatusComponent, { name: string; about: string }> = {
  website: { name: 'Website', about: 'Pages, sign-in and everything you have saved.' },
  assistants: { name: 'Assistants', about: 'The language model that answers in chats.' },
  mail: { name: 'Mail', about: 'Confirmations, codes and notices on their way to you.' },
  payments: { name: 'Payments', about: 'Checkout, invoices and changes of plan.' },
};

export const STATE_WORDS: Record<ComponentState, string> = { up: 'Works', down: 'Down', unknown: 'Not known' };

const namesIn = (components: ComponentStatus[], state: ComponentState) =>
  components.filter((one) => one.state === state).map(({ id }) => COMPONENT_TEXTS[id].name);

/** How things are, in one sentence. */
export function overallSentence({ components }: StatusReport): string {
  const down = namesIn(components, 'down');
  const unknown = namesIn(components, 'unknown');
  if (down.length > 0) return `Down now: ${listInWords(down)}.`;
  if (unknown.length === components.length) return 'We cannot say at the moment.';
  if (unknown.length > 0) return `Not known now: ${listInWords(unknown)}. The rest works.`;
  return 'Everything works.';
}

/** `99.98%`. Rounded down, so that only what never failed reads 100%. */
export function formatShare(share: number): string {
  // 0.29 * 10,000 is 2899.9999999999995.
  const hundredths = Math.floor(Number((share * 10_000).toFixed(6)));
  return `${hundredths % 100 === 0 ? hundredths / 100 : (hundredths / 100).toFixed(2)}%`;
}

export function dayName(firstDay: string, index: number): string {
  return formatUtcDay(new Date(Date.parse(firstDay) + index * DAY_MS));
}

/** What the longest figure is of: all days, or those since somebody began to look. */
export function wholeSpan(firstDay: string, days: ComponentStatus['days']): string {
  const first = days.findIndex((share) => share !== null);
  return first > 0 ? `Since ${dayName(firstDay, first)}` : `${days.length} days`;
}

export type FailedDay = { name: string; share: string };
/** Days on which a check failed, the latest first. */
export function failedDays(firstDay: string, days: ComponentStatus['days']): FailedDay[] {
  return days
    .flatMap((share, index) =>
      share === null || share === 1 ? [] : [{ name: dayName(firstDay, index), share: formatShare(share) }],
    )
    .toReversed();
}

/** What the strip of days shows, for who does not see it. */
export function daysInWords(days: ComponentStatus['days']): string {
  const looked = days.filter((share) => share !== null);
  if (looked.length === 0) return `No checks in the last ${days.length} days.`;
  const failed = looked.filter((share) => share < 1).length;
  const seen =
    looked.length === days.length
      ? `The last ${days.length} days`
      : `${looked.length} of the last ${days.length} days were looked at`;
  if (failed === 0) return `${seen}: no failed check.`;
  return `${seen}: ${failed} ${failed === 1 ? 'day' : 'days'} with failed checks.`;
}

/** `02:55 UTC on 22 November 2026`. */
export function lookedAt(iso: string): string {
  return `${iso.slice(11, 16)} UTC on ${formatUtcDay(iso)}`;
}
