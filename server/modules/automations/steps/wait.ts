import { WAIT_MAX_MINUTES } from '#contract/automations/automation-limits.ts';
import { clockWords, durationWords } from '#contract/automations/schedule-words.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { clockText, timeText, weekdayDayText } from '#contract/dates.ts';
import { readTime } from '../describe/read-trigger.ts';
import { nextTime } from './next-time.ts';
import type { StepContext, StepHandler } from './step-handler.ts';
import type { StepTraits } from './step-traits.ts';

type Wait = StepOf<'wait'>;

/** Whether a time is between two, the second of which may be on the next day. */
const isBetween = (time: string, from: string, to: string) =>
  from <= to ? time >= from && time < to : time >= from || time < to;

/** Until when this step waits, if it begins now; null if it doesn't. */
function endOf({ until }: Wait, { now, timeZone }: Pick<StepContext, 'now' | 'timeZone'>): Date | null {
  switch (until.kind) {
    case 'duration':
      return new Date(now.getTime() + until.minutes * 60_000);
    case 'time':
      return nextTime(now, until.time, timeZone);
    case 'quiet_hours':
      return isBetween(clockText(now, timeZone), until.from, until.to) ? nextTime(now, until.to, timeZone) : null;
  }
}

/** `Friday, November 27, 8:00 AM`. */
const momentWords = (moment: Date, timeZone: string) =>
  `${weekdayDayText(moment, timeZone)}, ${timeText(moment, timeZone)}`;

function sentenceOf({ until }: Wait): string {
  if (until.kind === 'duration') return `It would wait ${durationWords(until.minutes)}`;
  if (until.kind === 'time') return `It would wait until ${clockWords(until.time)}`;
  return 'It would wait until the quiet hours are over';
}

const minutesIn = (value: number) => Math.min(WAIT_MAX_MINUTES, Math.max(1, Math.round(value) || 1));

export const waitTraits: StepTraits<Wait> = {
  read: (loose, id) => {
    const [from, to] = [readTime(loose.time), readTime(loose.until)];
    if (from && to) return { kind: 'wait', id, until: { kind: 'quiet_hours', from, to } };
    const until = from
      ? { kind: 'time' as const, time: from }
      : { kind: 'duration' as const, minutes: minutesIn(loose.minutes) };
    return { kind: 'wait', id, until };
  },
  write: ({ until }) => (until.kind === 'quiet_hours' ? { time: until.from, until: until.to } : until),
  next: () => 'the automation waits, then continues',
};

/** The run continues later. */
export const waitStep: StepHandler<Wait> = {
  effect: 'none',
  timeLimitMs: 10_000,

  run: async (step, context) => {
    const { waiting, now, timeZone } = context;
    const until = waiting ? waiting.until : endOf(step, context);
    if (until === null || until <= now) return { kind: 'done', input: {}, output: {} };
    return { kind: 'waits', input: {}, until, reason: `Waiting until ${momentWords(until, timeZone)}` };
  },

  rehearse: async (step, context) => {
    const until = endOf(step, context);
    const nothing = { outcome: 'would' as const, body: null, output: {} };
    if (until === null) return { ...nothing, text: 'It wouldn’t wait: these aren’t the quiet hours.' };
    return { ...nothing, text: `${sentenceOf(step)}, to ${momentWords(until, context.timeZone)}.`, until };
  },
};
