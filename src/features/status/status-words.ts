import { DAY_MS } from '#contract/billing/plans.ts';
import type { ComponentState, ComponentStatus, StatusComponent, StatusReport } from '#contract/site/status.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';
import { dayOfYearText, dayText, zonedTimeText } from '#contract/dates.ts';

export const COMPONENT_TEXTS: Record<StatusComponent, { name: string; about: string }> = {
  website: { name: 'Website', about: 'Pages, sign-in and everything you’ve saved.' },
  assistants: { name: 'Assistants', about: 'The language model that answers in chats.' },
  mail: { name: 'Email', about: 'Confirmations, codes and notices on their way to you.' },
  payments: { name: 'Payments', about: 'Checkout, invoices and plan changes.' },
};

export const STATE_WORDS: Record<ComponentState, string> = { up: 'Works', down: 'Down', unknown: 'Unknown' };

const namesIn = (components: ComponentStatus[], state: ComponentState) =>
  components.filter((one) => one.state === state).map(({ id }) => COMPONENT_TEXTS[id].name);

/** The overall state, in one sentence. */
export function overallSentence({ components }: StatusReport): string {
  const down = namesIn(components, 'down');
  const unknown = namesIn(components, 'unknown');
  if (down.length > 0) return `Down now: ${listInWords(down)}.`;
  if (unknown.length === components.length) return 'We can’t tell right now.';
  if (unknown.length > 0) return `No word right now from: ${listInWords(unknown)}. Everything else works.`;
  return 'Everything works.';
}

/** Down if anything is, unknown if anything else is. */
export function overallState({ components }: StatusReport): ComponentState {
  const states = components.map(({ state }) => state);
  return (['down', 'unknown'] as const).find((state) => states.includes(state)) ?? 'up';
}

/** `99.98%`. Rounded down, so that only a spotless record reads 100%. */
export function formatShare(share: number): string {
  // In floating point, 0.29 * 10,000 is 2899.9999999999995.
  const hundredths = Math.floor(Number((share * 10_000).toFixed(6)));
  return `${hundredths % 100 === 0 ? hundredths / 100 : (hundredths / 100).toFixed(2)}%`;
}

const dayAt = (firstDay: string, index: number) => new Date(Date.parse(firstDay) + index * DAY_MS);

/** `August 25`. */
export function shortDayName(firstDay: string, index: number): string {
  return dayOfYearText(dayAt(firstDay, index), 'UTC');
}

/** The index of the first day with a check; null if there is none. */
export function firstMeasuredDay(days: ComponentStatus['days']): number | null {
  const first = days.findIndex((share) => share !== null);
  return first === -1 ? null : first;
}

/** `99.71% in 41 days`: the share of all checks that got an answer, and the number of days with checks. */
export function answeredInWords({ days, uptime }: Pick<ComponentStatus, 'days' | 'uptime'>): string {
  if (uptime.quarter === null) return 'No data yet';
  const share = formatShare(uptime.quarter);
  const measured = days.filter((one) => one !== null).length;
  if (measured === 1 && days.at(-1) !== null) return `${share} so far today`;
  return `${share} in ${measured} ${measured === 1 ? 'day' : 'days'}`;
}

export type FailedDay = { day: string; component: string; share: string };
/** The days on which a check of a component failed, latest first. */
export function failedDays({ firstDay, components }: StatusReport): FailedDay[] {
  const count = Math.max(0, ...components.map(({ days }) => days.length));
  const latestFirst = Array.from({ length: count }, (_, index) => count - 1 - index);
  return latestFirst.flatMap((index) =>
    components.flatMap(({ id, days }) => {
      const share = days[index] ?? null;
      if (share === null || share === 1) return [];
      return [{ day: shortDayName(firstDay, index), component: COMPONENT_TEXTS[id].name, share: formatShare(share) }];
    }),
  );
}

/** For a report without a failed check: since when there has been none. */
export function noProblemsSentence({ firstDay, components }: StatusReport): string {
  const firsts = components.flatMap(({ days }) => firstMeasuredDay(days) ?? []);
  if (firsts.length === 0) return 'We haven’t measured anything yet.';
  const first = Math.min(...firsts);
  const last = Math.max(...components.map(({ days }) => days.length - 1));
  if (first === 0) return `None in the last ${last + 1} days.`;
  const sentence = `None since we started measuring, on ${dayText(dayAt(firstDay, first), 'UTC')}.`;
  return first === last ? `${sentence} That’s today, so there isn’t much to go on yet.` : sentence;
}

/** Describes the strip of days for people who don't see it. */
export function daysInWords(days: ComponentStatus['days']): string {
  const checked = days.filter((share) => share !== null);
  if (checked.length === 0) return `No checks in the last ${days.length} days.`;
  const failed = checked.filter((share) => share < 1).length;
  const seen =
    checked.length === days.length
      ? `The last ${days.length} days`
      : `Checked on ${checked.length} of the last ${days.length} days`;
  if (failed === 0) return `${seen}: no failed checks.`;
  return `${seen}: ${failed} ${failed === 1 ? 'day' : 'days'} with failed checks.`;
}

/** `Last checked today at 1:57 PM UTC.`, or with the day if that was on an earlier one. */
export function lastCheckSentence({ firstDay, components }: StatusReport): string {
  const latest = components
    .flatMap(({ checkedAt }) => checkedAt ?? [])
    .toSorted()
    .at(-1);
  if (latest === undefined) return 'No checks yet.';
  const today = dayAt(firstDay, (components[0]?.days.length ?? 1) - 1).toISOString();
  const time = zonedTimeText(latest, 'UTC');
  return latest.slice(0, 10) === today.slice(0, 10)
    ? `Last checked today at ${time}.`
    : `Last checked on ${dayText(latest, 'UTC')}, at ${time}.`;
}
