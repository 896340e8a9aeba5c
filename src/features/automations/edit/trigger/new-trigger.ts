import type { Schedule } from '#contract/automations/schedules.ts';
import type { Trigger, TriggerKind } from '#contract/automations/triggers.ts';

/** A trigger as it begins. */
export function newTrigger(kind: TriggerKind, timeZone: string): Trigger {
  switch (kind) {
    case 'schedule':
      return {
        kind,
        schedule: { every: 'weekday', time: '08:00' },
        timeZone,
        missed: 'run_once',
      };
    case 'webhook':
      return { kind, check: 'secret' };
    case 'chat':
      return { kind, on: 'conversation', assistantId: null };
    case 'brain':
      return { kind, on: 'fact' };
    case 'manual':
      return { kind, form: [] };
  }
}

/** Another rhythm, at the same time of day if it has one. */
export function changeRhythm(schedule: Schedule, every: Schedule['every']): Schedule {
  const time = 'time' in schedule ? schedule.time : '08:00';
  switch (every) {
    case 'hour':
      return { every, minute: 0 };
    case 'day':
    case 'weekday':
      return { every, time };
    case 'week':
      return { every, weekdays: [1], time };
    case 'month':
      return { every, day: 1, time };
    case 'year':
      return { every, month: 1, day: 1, time };
    case 'cron':
      return { every, expression: '0 8 * * 1-5' };
  }
}
