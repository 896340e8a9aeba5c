import { PARTS_MAX } from '#contract/automations/automation-limits.ts';
import { timeOfDaySchema, type Schedule } from '#contract/automations/schedules.ts';
import type { Field, Trigger } from '#contract/automations/triggers.ts';
import { FIELD_NAME, VALUE_KINDS } from '#contract/automations/values.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { LooseTrigger } from '#server/prompts/automation-draft.ts';

const EARLY = '08:00';
/** Monday. */
const WEEK_BEGINS = 1;

/** `8:00` as `08:00`; null if it isn't a time. */
export function readTime(text: string): string | null {
  const padded = text.trim().replace(/^\d(?=:)/, '0$&');
  return timeOfDaySchema.safeParse(padded).success ? padded : null;
}

/** A whole number within bounds. */
const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.round(value) || min));

/** Named parts or fields, each name once. */
export function readFields(loose: LooseTrigger['form']): Field[] {
  const fields = loose.flatMap(({ name, label, kind }): Field[] => {
    const plain = name.replaceAll(/\W+/g, '_').replace(/^[^a-z]+/i, '');
    const key = (plain.charAt(0).toLowerCase() + plain.slice(1)).slice(0, 40);
    const known = VALUE_KINDS.find((one) => one === kind) ?? 'text';
    return FIELD_NAME.test(key) ? [{ name: key, label: (label || name).trim().slice(0, 40), kind: known }] : [];
  });
  return [...new Map(fields.map((field) => [field.name, field])).values()].slice(0, PARTS_MAX);
}

function readSchedule(loose: LooseTrigger, notes: string[]): Schedule {
  const time = readTime(loose.time) ?? EARLY;
  if (loose.every !== 'hour' && loose.every !== 'cron' && readTime(loose.time) === null)
    notes.push('You didn’t say what time, so I chose 8:00.');
  switch (loose.every) {
    case 'hour':
      return { every: 'hour', minute: loose.minute ? within(loose.minute, 0, 59) : 0 };
    case 'weekday':
      return { every: 'weekday', time };
    case 'week': {
      const weekdays = [...new Set(loose.weekdays.filter((day) => Number.isInteger(day) && day >= 0 && day <= 6))];
      if (weekdays.length === 0) notes.push('You didn’t say which day, so I chose Monday.');
      return { every: 'week', weekdays: weekdays.length > 0 ? weekdays : [WEEK_BEGINS], time };
    }
    case 'month':
      return { every: 'month', day: loose.day === 0 ? 'last' : within(loose.day, 1, 31), time };
    case 'year':
      return { every: 'year', month: within(loose.month, 1, 12), day: within(loose.day, 1, 31), time };
    case 'cron':
      return { every: 'cron', expression: loose.cron.trim().slice(0, 100) };
    default:
      return { every: 'day', time };
  }
}

/** What starts a drafted automation. What can't be used is left out, and said in `notes`. */
export function readTrigger(
  loose: LooseTrigger,
  { timeZone, teammate }: { timeZone: string; teammate: (id: string) => AssistantId | null },
  notes: string[],
): Trigger {
  switch (loose.kind) {
    case 'schedule':
      return { kind: 'schedule', schedule: readSchedule(loose, notes), timeZone, missed: 'run_once' };
    case 'chat': {
      const assistantId = loose.teammate === '' ? null : teammate(loose.teammate);
      if (loose.teammate !== '' && assistantId === null)
        notes.push(`“${loose.teammate}” isn’t on your team, so it starts with any teammate.`);
      return { kind: 'chat', on: loose.on === 'conversation' ? 'conversation' : 'answer', assistantId };
    }
    case 'brain':
      return { kind: 'brain', on: loose.on === 'source' ? 'source' : 'fact' };
    case 'webhook':
      return { kind: 'webhook', check: 'secret' };
    case 'manual':
      return { kind: 'manual', form: readFields(loose.form) };
    default:
      notes.push('I couldn’t tell when it should start, so you start it yourself.');
      return { kind: 'manual', form: [] };
  }
}
