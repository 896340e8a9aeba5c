import type { Schedule } from '#contract/automations/schedules.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { looseDraftSchema, type LooseDraft } from '#server/prompts/automation-draft.ts';
import type { DraftedAutomation } from '../automations.dto.ts';

const HOUR_MINUTES = 60;

function ofSchedule(schedule: Schedule): object {
  const { every } = schedule;
  if (every === 'cron') return { every, cron: schedule.expression };
  return every === 'month' && schedule.day === 'last' ? { ...schedule, day: 0 } : schedule;
}

function ofTrigger(trigger: Trigger): object {
  switch (trigger.kind) {
    case 'schedule':
      return { kind: 'schedule', ...ofSchedule(trigger.schedule) };
    case 'chat':
      return { kind: 'chat', on: trigger.on, teammate: trigger.assistantId ?? '' };
    case 'brain':
    case 'manual':
      return trigger;
    case 'webhook':
      return { kind: 'webhook' };
  }
}

function ofStep(step: Step): object {
  switch (step.kind) {
    case 'ask':
      return { teammate: step.assistantId, text: step.prompt, parts: step.parts };
    case 'template':
      return { template: step.templateId };
    case 'search':
      return { text: step.query };
    case 'wait':
      return step.until.kind === 'quiet_hours'
        ? { time: step.until.from, until: step.until.to }
        : { ...step.until, kind: step.kind };
    case 'email':
      return { to: step.to, subject: step.subject, text: step.body };
    case 'webhook':
      return { url: step.url, text: step.fields.map(({ value }) => value).join('\n') };
    case 'note':
    case 'notify':
      return { text: step.text };
    case 'post':
      return { teammate: step.assistantId, text: step.text };
    case 'approve':
      return {
        subject: step.title,
        text: step.text,
        ...(step.deadline.kind === 'time'
          ? { time: step.deadline.time }
          : { minutes: step.deadline.hours * HOUR_MINUTES }),
        if_late: step.ifLate,
      };
    case 'condition':
      return { value: step.value, test: step.test, than: step.than, stops: step.stops };
    case 'loop':
      return { value: step.over };
  }
}

const inList = (steps: readonly Step[], inside: string): object[] =>
  steps.flatMap((step) => [
    { ...ofStep(step), as: step.id, kind: step.kind, inside },
    ...(step.kind === 'condition'
      ? [...inList(step.then, `${step.id}.then`), ...inList(step.otherwise, `${step.id}.otherwise`)]
      : []),
    ...(step.kind === 'loop' ? inList(step.steps, `${step.id}.each`) : []),
  ]);

/** An automation in the form in which a model writes one: what `readDraft` reads. */
export const writeDraft = ({ name, description, definition }: Omit<DraftedAutomation, 'notes'>): LooseDraft =>
  looseDraftSchema.parse({
    name,
    description,
    trigger: ofTrigger(definition.trigger),
    steps: inList(definition.steps, ''),
  });
