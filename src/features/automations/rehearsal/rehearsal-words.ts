import { allSteps } from '#contract/automations/all-steps.ts';
import { REHEARSAL_ANSWERS, REHEARSAL_DAYS } from '#contract/automations/automation-limits.ts';
import { referencesOf } from '#contract/automations/available-values.ts';
import { contractOf, contractOfKind, type Step } from '#contract/automations/steps.ts';
import { scheduleTitle } from '#contract/automations/schedule-words.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Limit } from '#contract/billing/limits.ts';
import { weekdayText } from '#contract/dates.ts';
import type { Rehearsal, RehearsedRun } from '#src/domain/automations/automation.ts';
import { formatNumber } from '#src/lib/text/format.ts';

const list = new Intl.ListFormat('en-US');
const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many);

/** What an event trigger looks back at: one and several. */
function eventsOf(trigger: Trigger): [string, string] {
  if (trigger.kind === 'chat')
    return trigger.on === 'answer' ? ['answer', 'answers'] : ['conversation', 'conversations'];
  if (trigger.kind === 'brain')
    return trigger.on === 'fact' ? ['fact', 'facts'] : ['document or page', 'documents and pages'];
  return trigger.kind === 'webhook' ? ['call', 'calls'] : ['start', 'starts'];
}

/** `The next 14 days, rehearsed`, or what else it looked at. */
export function rehearsalTitle({
  trigger,
  runs,
  plannedRuns,
}: Pick<Rehearsal, 'trigger' | 'runs' | 'plannedRuns'>): string {
  if (trigger.kind === 'schedule') return `The next ${REHEARSAL_DAYS} days, rehearsed`;
  const isReal = runs[0]?.about !== null;
  if (!isReal || runs.length === 0) return 'One run, rehearsed';
  const [one, many] = eventsOf(trigger);
  return plannedRuns === 1 ? `The last ${one}, rehearsed` : `The last ${plannedRuns} ${many}, rehearsed`;
}

/** Whose words these are, behind the sentence that nothing was sent. */
export function writtenBy(
  { runs, trigger, answersWritten }: Pick<Rehearsal, 'runs' | 'trigger' | 'answersWritten'>,
  steps: readonly Step[],
): string {
  const written = runs.flatMap((run) => run.steps.filter(({ outcome }) => outcome === 'written'));
  const ids = [...new Set(written.flatMap(({ assistantId }) => assistantId ?? []))];
  if (ids.length === 0) return '';
  const names = list.format(ids.map((id) => assistantById(id).name));
  const isFromChats =
    trigger.kind === 'schedule' &&
    allSteps(steps).some((step) => contractOf(step).asks && referencesOf(step).includes('run.yesterdays_chats'));
  const what = written.length === 1 ? 'this text' : 'these texts';
  const from = isFromChats ? ' from your last two weeks of chats' : '';
  const read = written.length === 1 ? 'the real one will read differently' : 'the real ones will read differently';
  const isCut =
    answersWritten >= REHEARSAL_ANSWERS &&
    runs.some((run) => run.steps.some(({ kind, outcome }) => contractOfKind(kind).asks && outcome === 'would'));
  const rest = isCut ? ` After ${REHEARSAL_ANSWERS} answers, you see what would be asked.` : '';
  return `${names} wrote ${what}${from}, so ${read}.${rest}`;
}

type Figure = { value: string; label: string };
/** What the real runs would use, and what this one used. */
export function rehearsalFigures(rehearsal: Rehearsal, left: { used: number; limit: Limit }): Figure[] {
  const { trigger, timeZone, plannedRuns, approvals, messages, isAtMost } = rehearsal;
  const most = isAtMost ? ' at most' : '';
  const zone = trigger.kind === 'schedule' && trigger.timeZone !== timeZone ? ` in ${cityOf(trigger.timeZone)}` : '';
  const when = trigger.kind === 'schedule' ? `, ${lower(scheduleTitle(trigger.schedule))}${zone}` : '';
  const remaining = left.limit === 'unlimited' ? null : Math.max(0, left.limit - left.used);
  return [
    { value: formatNumber(plannedRuns), label: `${plural(plannedRuns, 'run')}${when}` },
    { value: formatNumber(approvals), label: `${plural(approvals, 'text')}${most} for you to approve` },
    {
      value: formatNumber(messages),
      label: `${plural(messages, 'message')}${most}${remaining === null ? '' : `, of ${formatNumber(remaining)} left`}`,
    },
    { value: '0', label: 'messages used by this rehearsal' },
  ];
}
/** `New York` of `America/New_York`. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** How a day of the calendar went. `open`: it isn't rehearsed yet, or only counted. */
export type DayMark = 'none' | 'open' | 'goes' | 'stops' | 'unclear';
export function markOf(runs: readonly RehearsedRun[], planned: number): DayMark {
  if (planned === 0) return 'none';
  if (runs.length === 0) return 'open';
  if (runs.every(({ stopsAt }) => stopsAt !== null)) return 'stops';
  return runs.some(({ steps }) => steps.some(({ outcome }) => outcome === 'unclear')) ? 'unclear' : 'goes';
}
export const MARK_WORDS: Record<DayMark, string> = {
  none: '',
  open: 'Planned',
  goes: 'Runs',
  stops: 'Stops',
  unclear: 'Maybe',
};

const DAY_MS = 86_400_000;
const utc = (day: string) => new Date(`${day}T00:00:00Z`);
/** Monday is 0. */
const placeInWeek = (day: string) => (utc(day).getUTCDay() + 6) % 7;
const WEEK_NAMES = ['This week', 'Next week', 'The week after'];

export type Week = { name: string; days: Rehearsal['days'] };
/** The days by weeks, which begin on Mondays. */
export function weeksOf(days: Rehearsal['days']): Week[] {
  const [first] = days;
  if (!first) return [];
  const monday = utc(first.day).getTime() - placeInWeek(first.day) * DAY_MS;
  const weeks = Map.groupBy(days, ({ day }) => Math.floor((utc(day).getTime() - monday) / (7 * DAY_MS)));
  return [...weeks].map(([week, of]) => ({ name: WEEK_NAMES[week] ?? 'After that', days: of }));
}

/** `Saturday and Sunday: nothing runs.`, for a week of which few days have no run; empty otherwise. */
export function quietDays({ days }: Week): string {
  const quiet = days.filter(({ runs }) => runs === 0);
  if (quiet.length === 0 || quiet.length === days.length || quiet.length > 3) return '';
  return `${list.format(quiet.map(({ day }) => weekdayText(`${day}T00:00:00Z`, 'UTC')))}: nothing runs.`;
}

/** Whether anything would have happened before a run stops. */
export const isNothingSent = ({ steps }: RehearsedRun): boolean =>
  !steps.some(({ kind, outcome }) => outcome === 'would' && contractOfKind(kind).reachesOthers === true);

/** What a folded run says in one line: what would be written, or else what would happen first. */
export function runInShort({ steps }: RehearsedRun): string {
  const written = steps.find(({ outcome, body }) => outcome === 'written' && body !== null);
  const first = written?.body ?? steps.find(({ kind }) => kind !== 'condition' && kind !== 'loop')?.text;
  return first?.split('\n').find((line) => line.trim() !== '') ?? 'Nothing would happen.';
}
