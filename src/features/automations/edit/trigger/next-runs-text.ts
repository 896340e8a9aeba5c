import { clockText, isoDayText } from '#contract/dates.ts';
import { clockWords, listed, MONTHS } from '#contract/automations/schedule-words.ts';

/** `Next runs: November 23, 24, and December 1 at 8:00`, in the schedule's time zone. Empty without a run. */
export function nextRunsText(runs: readonly string[], timeZone: string): string {
  if (runs.length === 0) return '';
  const moments = runs.map((run) => {
    const [, month = '1', day = '1'] = isoDayText(run, timeZone).split('-');
    return {
      month: MONTHS[Number(month) - 1] ?? '',
      day: String(Number(day)),
      time: clockWords(clockText(run, timeZone)),
    };
  });
  const [first] = moments;
  const isSameTime = moments.every(({ time }) => time === first?.time);
  const days = moments.map(({ month, day, time }, index) => {
    const isSameMonth = index > 0 && moments[index - 1]?.month === month;
    return `${isSameMonth ? '' : `${month} `}${day}${isSameTime ? '' : ` at ${time}`}`;
  });
  return `Next ${runs.length === 1 ? 'run' : 'runs'}: ${listed(days)}${isSameTime ? ` at ${first?.time ?? ''}` : ''}`;
}
